/**
 * Secrets of every kind, put together from a seed so that none of them stands in this file: a scanner of repositories would take it for a leak.
 * Each is given with a text around it; the tests ask that nothing of it survives.
 */
import { seeded } from "./seeded.ts";

export interface SecretCase {
  readonly kind: string;
  readonly secret: string;
  readonly text: string;
}

const LOWER = "abcdefghijklmnopqrstuvwxyz";
const UPPER = LOWER.toUpperCase();
const DIGITS = "0123456789";
const ALNUM = LOWER + UPPER + DIGITS;
const HEX = `${DIGITS}abcdef`;
const BASE64 = `${ALNUM}+/`;
const URL_SAFE = `${ALNUM}-_`;
const PASSWORD = `${ALNUM}!#%^*?~+`;

type Draw = (alphabet: string, length: number) => string;

/** With a digit, a small and a capital letter, as what is drawn long enough has by chance. */
function password(draw: Draw, length: number): string {
  return `${draw(UPPER, 1)}${draw(LOWER, 2)}${draw(DIGITS, 1)}${draw(PASSWORD, length - 5)}${draw(DIGITS, 1)}`;
}

function keyBody(draw: Draw, lines: number, lineBreak: string): string {
  return Array.from({ length: lines }, () => draw(BASE64, 64)).join(lineBreak);
}

const join = (...parts: readonly string[]): string => parts.join("");
const dashes = "-".repeat(5);
const begin = (label: string): string => `${dashes}BEGIN ${label}${dashes}`;
const end = (label: string): string => `${dashes}END ${label}${dashes}`;
const PRIVATE = join("PRIV", "ATE KEY");

/** Known by their own shape: these go into every surrounding. */
const TOKENS: Readonly<Record<string, (draw: Draw) => string>> = {
  "aws access key id": (draw) => join("AK", "IA", draw(UPPER + DIGITS, 16)),
  "aws temporary key id": (draw) => join("AS", "IA", draw(UPPER + DIGITS, 16)),
  "github personal": (draw) => join("gh", "p_", draw(ALNUM, 36)),
  "github oauth": (draw) => join("gh", "o_", draw(ALNUM, 36)),
  "github server": (draw) => join("gh", "s_", draw(ALNUM, 36)),
  "github fine-grained": (draw) => join("github", "_pat_", draw(ALNUM, 22), "_", draw(ALNUM, 59)),
  gitlab: (draw) => join("gl", "pat-", draw(URL_SAFE, 18), draw(DIGITS, 2)),
  "slack bot": (draw) => join("xo", "xb-", draw(DIGITS, 12), "-", draw(DIGITS, 12), "-", draw(ALNUM, 24)),
  "slack user": (draw) => join("xo", "xp-", draw(DIGITS, 12), "-", draw(DIGITS, 12), "-", draw(HEX, 32)),
  "slack app": (draw) => join("xa", "pp-1-A", draw(UPPER + DIGITS, 10), "-", draw(DIGITS, 13), "-", draw(HEX, 64)),
  "stripe live": (draw) => join("sk", "_live_", draw(ALNUM, 24)),
  "stripe test": (draw) => join("sk", "_test_", draw(ALNUM, 99)),
  "stripe restricted": (draw) => join("rk", "_live_", draw(ALNUM, 24)),
  "stripe webhook": (draw) => join("wh", "sec_", draw(ALNUM, 32)),
  "google api": (draw) => join("AI", "za", draw(URL_SAFE, 35)),
  "google oauth secret": (draw) => join("GOC", "SPX-", draw(URL_SAFE, 28)),
  "google access token": (draw) => join("ya", "29.", draw(URL_SAFE, 120)),
  "azure client secret": (draw) => join(draw(ALNUM, 3), "8", "Q~", draw(ALNUM, 34)),
  npm: (draw) => join("np", "m_", draw(ALNUM, 36)),
  pypi: (draw) => join("py", "pi-AgEIcHlwaS5vcmc", draw(URL_SAFE, 80)),
  openai: (draw) => join("s", "k-", draw(ALNUM, 48)),
  "openai project": (draw) => join("s", "k-proj-", draw(URL_SAFE, 74), draw(DIGITS, 2)),
  anthropic: (draw) => join("s", "k-ant-api03-", draw(URL_SAFE, 93), "AA"),
  "hugging face": (draw) => join("h", "f_", draw(LOWER + UPPER, 34)),
  sendgrid: (draw) => join("S", "G.", draw(URL_SAFE, 22), ".", draw(URL_SAFE, 43)),
  twilio: (draw) => join("S", "K", draw(HEX, 32)),
  telegram: (draw) => join(draw("123456789", 10), ":A", "A", draw(URL_SAFE, 33)),
  "discord bot": (draw) => join("M", draw(ALNUM, 23), ".", draw(URL_SAFE, 6), ".", draw(ALNUM, 25), draw(DIGITS, 2)),
  jwt: (draw) => join("ey", "JhbGciOiJIUzI1NiJ9.", "ey", "J", draw(URL_SAFE, 60), ".", draw(URL_SAFE, 43)),
  age: (draw) => join("AGE-SEC", "RET-KEY-1", draw(UPPER + DIGITS, 58)),
  vault: (draw) => join("hv", "s.", draw(URL_SAFE, 90), draw(DIGITS, 2)),
  "vault legacy": (draw) => join("s", ".", draw(LOWER, 2), draw(UPPER, 2), draw(DIGITS, 2), draw(ALNUM, 18)),
  digitalocean: (draw) => join("do", "p_v1_", draw(HEX, 64)),
  shopify: (draw) => join("shp", "at_", draw(HEX, 32)),
  square: (draw) => join("sq", "0atp-", draw(URL_SAFE, 22)),
  mailgun: (draw) => join("ke", "y-", draw(HEX, 32)),
  mailchimp: (draw) => join(draw(HEX, 32), "-u", "s", draw("123456789", 1)),
  cloudflare: (draw) => join("v1", ".0-", draw(HEX, 24), "-", draw(HEX, 146)),
  heroku: (draw) => join("HR", "KU-", draw(HEX, 8), "-", draw(HEX, 4), "-", draw(HEX, 4), "-", draw(HEX, 4), "-", draw(HEX, 12)),
  docker: (draw) => join("dck", "r_pat_", draw(URL_SAFE, 27)),
  atlassian: (draw) => join("ATA", "TT3x", draw(URL_SAFE, 180)),
  databricks: (draw) => join("da", "pi", draw(HEX, 32)),
  "private key": (draw) => [begin(`RSA ${PRIVATE}`), keyBody(draw, 8, "\n"), end(`RSA ${PRIVATE}`)].join("\n"),
};

const AROUND: readonly ((secret: string) => string)[] = [
  (secret) => `I pasted ${secret} into the form by mistake, please rotate it.`,
  (secret) => `2026-05-04T10:11:12Z ERROR upstream refused ${secret}: 401`,
  (secret) => JSON.stringify({ user: "ada", note: `line one\n${secret}`, tries: 3 }),
  (secret) => `service:\n  region: eu-1\n  access: ${secret.replaceAll("\n", "\n    ")}\n  retries: 3\n`,
];

/** Known by the place where they stand. `§` is where the secret is. */
const PLACES: readonly (readonly [kind: string, secret: (draw: Draw) => string, text: string])[] = [
  ["aws secret key", (draw) => draw(BASE64, 40), "aws_secret_access_key = §"],
  ["aws secret key", (draw) => draw(BASE64, 40), "export AWS_SECRET_ACCESS_KEY=§\nexport AWS_REGION=eu-west-1"],
  ["aws secret key", (draw) => draw(BASE64, 40), '{"secretAccessKey": "§", "region": "eu-west-1"}'],
  ["slack webhook", (draw) => `T${draw(UPPER + DIGITS, 8)}/B${draw(UPPER + DIGITS, 8)}0/${draw(ALNUM, 24)}`, "curl https://hooks.slack.com/services/§ -d x"],
  ["discord webhook", (draw) => draw(URL_SAFE, 68), "POST https://discord.com/api/webhooks/112233445566778899/§"],
  ["azure storage", (draw) => `${draw(BASE64, 86)}==`, "DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=§;EndpointSuffix=core.windows.net"],
  ["azure service bus", (draw) => `${draw(BASE64, 43)}=`, "Endpoint=sb://x.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=§"],
  ["azure sas", (draw) => `${draw(ALNUM, 40)}%3D`, "https://shop.blob.core.windows.net/c/f.txt?sv=2022-11-02&se=2026-01-01&sig=§"],
  ["bearer header", (draw) => draw(URL_SAFE, 40), "Authorization: Bearer §"],
  ["bearer header", (draw) => draw(URL_SAFE, 32) + draw(DIGITS, 1), `curl -H "authorization: bearer §" https://api.example.com`],
  ["bearer header", (draw) => draw(HEX, 40), `headers: { Authorization: "Bearer §", Accept: "*/*" }`],
  ["bearer header", (draw) => draw(ALNUM, 36), '{\\"Authorization\\": \\"Bearer §\\"}'],
  ["basic header", (draw) => `${draw(BASE64, 26)}a0==`, "Authorization: Basic §"],
  ["basic header", (draw) => `Zz9${draw(ALNUM, 20)}=`, "sent Basic § instead of a token"],
  ["proxy header", (draw) => `${draw(BASE64, 23)}=`, "Proxy-Authorization: Basic §"],
  ["curl user", (draw) => password(draw, 14), "curl -u deploy:§ https://ci.example.com/job"],
  ["url password", (draw) => password(draw, 14).replace(/[#?]/g, "x"), "git clone https://ada:§@git.example.com/shop.git"],
  ["url password", (draw) => `${draw(LOWER, 10)}`, "ftp://backup:§@files.example.com/dump"],
  ["url token", (draw) => draw(HEX, 32), "SENTRY_DSN=https://§@o1.ingest.sentry.io/12"],
  ["database url", (draw) => draw(ALNUM, 16), "DATABASE_URL=postgres://shop:§@db.internal:5432/shop"],
  ["database url", (draw) => draw(ALNUM, 16), "mongodb+srv://root:§@cluster0.mongodb.net/test?retryWrites=true"],
  ["database url", (draw) => draw(ALNUM, 20), "redis://:§@cache:6379/0 timed out"],
  ["database url", (draw) => `${draw(ALNUM, 6)}@${draw(ALNUM, 6)}`, "mysql://shop:§@db:3306/shop"],
  ["database url", (draw) => draw(ALNUM, 12), "amqps://worker:§@queue.example.com/vhost"],
  ["database string", (draw) => draw(ALNUM, 12), "Server=tcp:db.example.com,1433;User ID=sa;Password=§;Encrypt=true"],
  ["database string", (draw) => draw(LOWER, 12), "Data Source=db;Initial Catalog=shop;Uid=sa;Pwd=§;"],
  ["url query", (draw) => draw(ALNUM, 32), "GET /callback?state=ok&access_token=§&expires_in=3600"],
  ["url query", (draw) => draw(HEX, 32), "https://api.example.com/v1/items?api_key=§"],
  ["url query", (draw) => draw(ALNUM, 20), "https://example.com/reset?token=§."],
  ["url query", (draw) => draw(HEX, 64), "https://b.s3.amazonaws.com/k?X-Amz-Expires=60&X-Amz-Signature=§"],
  ["url query", (draw) => draw(ALNUM, 39), "https://maps.example.com/js?v=3&key=§&libraries=places"],
  ["url query", (draw) => draw(ALNUM, 24), "wss://stream.example.com/#id_token=§"],
  ["env", (draw) => password(draw, 16), "DB_PASSWORD=§"],
  ["env", (draw) => draw(LOWER, 10), "SMTP_PASS=§\nSMTP_PORT=25"],
  ["env", (draw) => draw(ALNUM, 32), "PAYBRIDGE_WEBHOOK_SECRET=§"],
  ["env", (draw) => draw(ALNUM, 32), 'export API_KEY="§"'],
  ["env", (draw) => draw(HEX, 32), "docker run -e SESSION_SECRET=§ shop:1.2"],
  ["env", (draw) => draw(ALNUM, 24), "SECRET_KEY_BASE='§'"],
  ["env", (draw) => draw(HEX, 40), "CLOUDFLARE_API_TOKEN=§"],
  ["env", (draw) => `${draw(HEX, 8)}-${draw(HEX, 4)}-4${draw(HEX, 3)}-a${draw(HEX, 3)}-${draw(HEX, 12)}`, "HEROKU_API_KEY=§"],
  ["env", (draw) => draw(HEX, 32), "TWILIO_AUTH_TOKEN=§"],
  ["env", (draw) => draw(ALNUM, 22), "ENCRYPTION_KEY_V2=§"],
  ["env", (draw) => draw(ALNUM, 22), '"env": "A=1\\nSIGNING_KEY=§\\nB=2"'],
  ["env", (draw) => `${draw(ALNUM, 8)}&;${draw(ALNUM, 8)}`, "ADMIN_PASSWORD=§"],
  ["json", (draw) => draw(LOWER, 9), '{"username": "ada", "password": "§"}'],
  ["json", (draw) => `${draw(ALNUM, 6)}'${draw(ALNUM, 6)}`, '{"password": "§", "n": 1}'],
  ["json", (draw) => `${draw(ALNUM, 6)}\\"${draw(ALNUM, 6)}`, '{"password": "§", "n": 1}'],
  ["json", (draw) => draw(ALNUM, 32), '{"client_secret":"§"}'],
  ["json", (draw) => draw(HEX, 32), '{"apiKey": "§"}'],
  ["json", (draw) => draw(HEX, 24), 'body: {\\"refreshToken\\":\\"§\\",\\"ttl\\":60}'],
  ["json", (draw) => draw(ALNUM, 18), '"credentials": "§"'],
  ["json", (draw) => `${draw(LOWER, 6)} ${draw(LOWER, 5)} ${draw(LOWER, 7)} ${draw(LOWER, 5)}`, '"passphrase": "§"'],
  ["yaml", (draw) => password(draw, 12), "database:\n  user: shop\n  password: §\n  pool: 5"],
  ["yaml", (draw) => draw(ALNUM, 24), "auth_token:    §"],
  ["yaml", (draw) => draw(ALNUM, 24), "apiVersion: v1\nkind: Secret\ndata:\n  client-secret: §"],
  ["yaml", (draw) => password(draw, 10), "    DB_PASSWORD: §"],
  ["yaml", (draw) => draw(LOWER, 10), "  redis_password: '§'"],
  ["toml", (draw) => draw(ALNUM, 30), 'api_key = "§"'],
  ["ini", (draw) => draw(ALNUM, 36), "//registry.example.com/:_authToken=§"],
  ["npmrc auth", (draw) => `Yz${draw(ALNUM, 21)}=`, "_auth=§"],
  ["code", (draw) => draw(ALNUM, 30), 'const apiKey: string = "§";'],
  ["code", (draw) => password(draw, 12), "connect(host, user='shop', password='§')"],
  ["code", (draw) => draw(HEX, 32), "config['secret_key'] = '§'"],
  ["code", (draw) => draw(ALNUM, 20), ":access_token => '§',"],
  ["code", (draw) => draw(ALNUM, 20), 'token := "§"'],
  ["flag", (draw) => password(draw, 12), "mysql --user root --password=§ shop"],
  ["flag", (draw) => draw(ALNUM, 28), "deploy --token § --prod"],
  ["header", (draw) => draw(ALNUM, 28), "X-Api-Key: §"],
  ["header", (draw) => draw(ALNUM, 20), 'curl -H "PRIVATE-TOKEN: §" https://git.example.com'],
  ["xml", (draw) => draw(LOWER, 10), "<server><password>§</password></server>"],
  ["netrc", (draw) => draw(LOWER, 10), "machine git.example.com login ada password §"],
  ["docker auth", (draw) => `Yz${draw(ALNUM, 27)}0=`, '{"auths": {"https://index.docker.io/v1/": {"auth": "§"}}}'],
  ["kubeconfig", (draw) => `${draw(BASE64, 200)}==`, "users:\n- name: ada\n  user:\n    client-key-data: §"],
  ["kubeconfig", (draw) => draw(ALNUM, 60), "  user:\n    token: §"],
  ["cookie", (draw) => draw(ALNUM, 32), "Cookie: theme=dark; session=§"],
  ["cookie", (draw) => `s%3A${draw(ALNUM, 32)}.${draw(ALNUM, 20)}`, "Set-Cookie: connect.sid=§; Path=/; HttpOnly"],
  ["cookie", (draw) => draw(UPPER + DIGITS, 32), "GET /shop JSESSIONID=§ 200"],
  ["cookie", (draw) => draw(ALNUM, 26), "curl -b 'session=§' https://example.com"],
  ["aws pair", (draw) => draw(BASE64, 40), `${join("AK", "IA")}ABCDEFGH23456789,§`],
  ["twilio pair", (draw) => draw(HEX, 32), `${join("A", "C")}0123456789abcdef0123456789abcdef:§`],
  ["gcp service account", (draw) => keyBody(draw, 6, "\\n"), `{"private_key": "${begin(PRIVATE)}\\n§\\n${end(PRIVATE)}\\n", "client_id": "1"}`],
  ["ssh key", (draw) => keyBody(draw, 6, "\n"), `${begin(`OPENSSH ${PRIVATE}`)}\n§\n${end(`OPENSSH ${PRIVATE}`)}`],
  ["ssh key, cut", (draw) => `${keyBody(draw, 3, "\n")}\n${draw(BASE64, 20)}`, `${begin(`OPENSSH ${PRIVATE}`)}\n§`],
  ["pem, cut", (draw) => keyBody(draw, 3, "\n"), `${begin(`EC ${PRIVATE}`)}\n§\n\nand then the log ended`],
  ["pem, encrypted", (draw) => keyBody(draw, 3, "\n"), `${begin(`RSA ${PRIVATE}`)}\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00FF\n\n§\n`],
  ["pem in yaml", (draw) => keyBody(draw, 3, "\n    "), `key: |\n    ${begin(PRIVATE)}\n    §\n    ${end(PRIVATE)}\nnext: 1`],
  ["pgp key", (draw) => keyBody(draw, 4, "\n"), `${begin(`PGP ${PRIVATE} BLOCK`)}\nVersion: 1\n\n§\n=aB3d\n${end(`PGP ${PRIVATE} BLOCK`)}`],
  ["putty key", (draw) => keyBody(draw, 4, "\n"), "Private-Lines: 4\n§\nPrivate-MAC: 00"],
];

export function buildSecretCases(): SecretCase[] {
  const draw = seeded(20260504);
  const tokens = Object.entries(TOKENS).flatMap(([kind, build]) =>
    AROUND.map((around) => {
      const secret = build(draw);
      return { kind, secret, text: around(secret) };
    }),
  );
  const places = PLACES.map(([kind, build, text]) => {
    const secret = build(draw);
    return { kind, secret, text: text.replace("§", () => secret) };
  });
  return [...tokens, ...places];
}
