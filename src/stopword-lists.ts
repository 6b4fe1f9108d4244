/** Every language's stopword list, in a bundle of its own: loaded only when a config names a language beside English. */
export * from "stopword";
