import { plural } from './plural.ts'

/** What is wrong with a field, whatever form it is in. */
export const fieldMessages = {
  idInvalid: 'This identifier is not valid.',
  tooLong: (maxLength: number) =>
    plural(maxLength, {
      one: 'Please use at most {n} character.',
      other: 'Please use at most {n} characters.',
    }),
  hiddenCharacters: 'Please use no line breaks or hidden characters here.',
  letterless: 'A name has at least one letter or number.',
  mixedScripts: 'Please use letters of one alphabet in a word.',
  webAddress: 'Please use no web address here.',
  check: 'Please check what you entered.',
  fillIn: (name: string) => `Please fill in the ${name}.`,
  tooLarge: (name: string) => `The ${name} is too long or too large.`,
  notValid: (name: string) => `The ${name} is not valid. Please check it.`,
} as const
