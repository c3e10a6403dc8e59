/**
 * What a module of texts is in another language: the same names and parameters, other words. `messages.hi.ts` declares
 * its texts as `Translation<typeof texts>` of the English ones, so that one that is missing doesn't compile.
 */
export type Translation<Texts> = Texts extends string
  ? string
  : Texts extends (...given: infer Given) => infer Text
    ? (...given: Given) => Translation<Text>
    : { readonly [Name in keyof Texts]: Translation<Texts[Name]> }
