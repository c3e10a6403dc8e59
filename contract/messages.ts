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
  webAddress: 'Please use no web address here.',
  check: 'Please check what you entered.',
  missing: 'Something is missing. Please check what you entered.',
  fillIn: (name: string) => `Please fill in the ${name}.`,
  tooLarge: (name: string) => `Please shorten the ${name}.`,
  notValid: (name: string) => `Please check the ${name}.`,
} as const
