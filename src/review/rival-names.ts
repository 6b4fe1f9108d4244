/** Names of things of which a project takes one for one purpose. Only what excludes each other: a linter and a formatter do not. */
import { foldedWord } from "./words.ts";

/** Of these a repository has one, whatever for. */
const SOLE: readonly string[] = ["npm pnpm yarn", "tab space"];

const CLASSES: readonly string[] = [
  ...SOLE,
  "postgres mysql mariadb sqlite mongodb dynamodb cassandra cockroachdb oracle mssql couchdb",
  "redis memcached valkey",
  "kafka rabbitmq sqs nats pulsar activemq",
  "jest vitest mocha jasmine ava",
  "playwright cypress selenium puppeteer",
  "pytest unittest nose",
  "express fastify koa hono nestjs",
  "django flask fastapi",
  "react vue svelte angular solidjs",
  "prisma drizzle typeorm sequelize knex",
  "webpack vite rollup esbuild parcel turbopack",
  "poetry uv pipenv conda",
  "rest graphql grpc trpc",
  "jsonl json yaml toml xml protobuf msgpack csv",
  "uuid ulid snowflake nanoid",
  "jenkins circleci travis github-actions gitlab-ci",
  "terraform pulumi cloudformation",
  "elasticsearch opensearch solr meilisearch typesense",
  "kubernetes nomad ecs",
  "winston pino bunyan",
  "redux zustand mobx jotai recoil",
  "maven gradle bazel",
];

const ALIASES: Readonly<Record<string, string>> = {
  postgresql: "postgres",
  pg: "postgres",
  mongo: "mongodb",
  k8s: "kubernetes",
  "github actions": "github-actions",
  "gitlab ci": "gitlab-ci",
  "sql server": "mssql",
  yml: "yaml",
  "react.js": "react",
  reactjs: "react",
  "vue.js": "vue",
};

const CLASS_OF: ReadonlyMap<string, number> = new Map(CLASSES.flatMap((names, number) => names.split(" ").map((name) => [foldedWord(name), number] as const)));

/** One name for one thing. */
export function canonical(name: string): string {
  return ALIASES[name] ?? name;
}

/** What the name, without its ending, is one of; null for any other. */
export function rivalClass(name: string): number | null {
  return CLASS_OF.get(name) ?? null;
}

export function isSole(rivals: number): boolean {
  return rivals < SOLE.length;
}
