/** The package ships no types: each export is a language's word list. */
declare module "stopword" {
  export const eng: readonly string[];
}
