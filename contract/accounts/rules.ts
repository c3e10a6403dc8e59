import * as z from 'zod/mini'

import { flag, NAME_WITH_ADDRESS, nameText } from '../fields.ts'
import { isReservedName, mixesScripts } from '../look-alikes.ts'
import { readAddress } from '../mail-addresses.ts'
import { cropText } from '../media/crop-text.ts'
import { fieldMessages } from '../messages.ts'
import { hasLetter, isBlank, visibleText } from '../visible-text.ts'
import { hasWebAddress } from '../web-addresses.ts'
import { accountMessages } from './messages.ts'
import { returnPath } from './return-path.ts'

const PASSWORD_MIN_LENGTH = 8
const PASSWORD_MAX_LENGTH = 128
const USERNAME_MAX_LENGTH = 30
export const NAME_MAX_LENGTH = 80

/** An address as it was typed or pasted, read in the one form in which addresses are compared and kept. */
export const emailAddress = z.string({ error: accountMessages.emailRequired }).check(
  z.overwrite((typed) => readAddress(typed) ?? visibleText(typed)),
  z.minLength(1, accountMessages.emailRequired),
  z.refine((address) => address === '' || readAddress(address) !== null, accountMessages.emailInvalid),
)

/** A password being chosen: 8 to 128 characters; the server also refuses the most common ones. */
export const newPassword = z
  .string({ error: accountMessages.passwordRequired })
  .check(
    z.minLength(1, accountMessages.passwordRequired),
    z.minLength(PASSWORD_MIN_LENGTH, accountMessages.passwordTooShort),
    z.maxLength(PASSWORD_MAX_LENGTH, accountMessages.passwordTooLong),
  )

/** A password being proved: any length up to a bound, as the rules may have been different when it was chosen. */
export const currentPassword = z
  .string({ error: accountMessages.passwordRequired })
  .check(z.minLength(1, accountMessages.passwordRequired), z.maxLength(1024, accountMessages.passwordTooLong))

/** A username. One being chosen is also checked by {@link newUsername}. */
export const username = z.string({ error: accountMessages.usernameRequired }).check(
  // Joiners are left out: nobody would know how to type the name again.
  z.overwrite((typed) =>
    visibleText(typed.normalize('NFKC')).replace(/[\u200C\u200D\p{Variation_Selector}]+/gu, ''),
  ),
  z.minLength(1, accountMessages.usernameRequired),
  z.maxLength(USERNAME_MAX_LENGTH, fieldMessages.tooLong(USERNAME_MAX_LENGTH)),
  // Vowel signs are separate marks in Indian scripts.
  z.regex(/^[\p{L}\p{M}\p{N}._-]*$/u, accountMessages.usernameFormat),
  z.refine((name) => !hasWebAddress(name), NAME_WITH_ADDRESS),
)

/** A username being chosen. */
export const newUsername = username.check(
  z.refine((name) => name === '' || hasLetter(name), accountMessages.usernameLetterless),
  z.refine((name) => !mixesScripts(name), fieldMessages.mixedScripts),
  z.refine((name) => !isReservedName(name), accountMessages.usernameReserved),
)

export const personName = nameOfPerson(accountMessages.nameRequired)

/** Nobody is called by a number alone, as a page or a plan may be. */
function nameOfPerson(required: string) {
  return nameText(required, NAME_MAX_LENGTH).check(
    z.refine((name) => !hasLetter(name) || /\p{L}/u.test(name), accountMessages.nameLetterless),
  )
}

const confirmPassword = z
  .string({ error: accountMessages.confirmPasswordRequired })
  .check(z.minLength(1, accountMessages.confirmPasswordRequired))

function passwordsMatch(value: { password: string; confirmPassword: string }): boolean {
  return value.password === value.confirmPassword
}

/** Where the person was on the way to, for the mailed link; paths we don't lead to are dropped. */
const nextPath = z.optional(
  z.pipe(
    z.nullable(z.string().check(z.maxLength(2000))),
    z.transform((next) => returnPath(next)),
  ),
)

/** The sign-up form, on both sides; messages in the order the form shows its fields. */
export const registration = z
  .object({
    name: personName,
    username: newUsername,
    email: emailAddress,
    password: newPassword,
    confirmPassword,
    /** Our form asks for it: {@link MINIMUM_AGE} or older; older clients don't send it. */
    ageConfirmed: z.optional(z.boolean()),
    next: nextPath,
  })
  .check(z.refine(passwordsMatch, { error: accountMessages.passwordsDoNotMatch, path: ['confirmPassword'] }))

/** The form behind the link that finishes following by e-mail: the address is proved, the rest of an account is not. */
export const followConfirmation = z.object({
  token: z.string().check(z.maxLength(200)),
  name: personName,
  password: newPassword,
  ageConfirmed: z.optional(z.boolean()),
})

/** The form behind a reset link. */
export const passwordReset = z
  .object({ token: z.string().check(z.maxLength(200)), password: newPassword, confirmPassword })
  .check(z.refine(passwordsMatch, { error: accountMessages.passwordsDoNotMatch, path: ['confirmPassword'] }))

const ownPassword = z
  .string({ error: accountMessages.currentPasswordRequired })
  .check(
    z.minLength(1, accountMessages.currentPasswordRequired),
    z.maxLength(1024, accountMessages.passwordTooLong),
  )

/** The code of eight digits from a mail. */
const mailedCode = z
  .string({ error: accountMessages.codeRequired })
  .check(
    z.trim(),
    z.minLength(1, accountMessages.codeRequired),
    z.regex(/^\d{8}$/, accountMessages.codeFormat),
  )

/** The form in the settings; people without a password have none to repeat, and prove the mailbox with a code. */
export const passwordChange = z
  .object({
    currentPassword: z.optional(ownPassword),
    code: z.optional(mailedCode),
    password: newPassword,
    confirmPassword,
  })
  .check(z.refine(passwordsMatch, { error: accountMessages.passwordsDoNotMatch, path: ['confirmPassword'] }))

/** Proof that it is the owner who deletes an account: its password, or the mailed code if it has none. */
export const deletionProof = z.object({
  currentPassword: z.optional(ownPassword),
  code: z.optional(mailedCode),
})

export const credentials = z.object({ email: emailAddress, password: currentPassword })

/** Requests another activation mail. */
export const activationRequest = z.object({ email: emailAddress, password: currentPassword, next: nextPath })

/** The code of six digits from the activation mail, however it was typed or pasted: "123 456". */
export const activationCode = z.object({
  code: z.string({ error: accountMessages.codeRequired }).check(
    z.maxLength(64, accountMessages.activationCodeFormat),
    z.overwrite((typed) => typed.replace(/[\s-]/g, '')),
    z.minLength(1, accountMessages.codeRequired),
    z.regex(/^\d{6}$/, accountMessages.activationCodeFormat),
  ),
})

const displayedName = nameOfPerson(accountMessages.allFieldsRequired)

/** The profile form. */
export const profileChanges = z
  .object({
    name: z.optional(displayedName),
    displayName: z.optional(displayedName),
    username: z.pipe(
      z
        .string({ error: accountMessages.allFieldsRequired })
        .check(z.refine((name) => !isBlank(name), accountMessages.allFieldsRequired)),
      username,
    ),
    /** Goes back to the initial; a picture sent in the same call wins. */
    removeProfileImage: z.optional(flag()),
    /** The part of the picture sent in the same call that is kept; without it, the middle. */
    profileImageCrop: z.optional(cropText),
    /** Our form sends an ISO 3166-1 code; an empty one clears it. */
    country: z.optional(
      z.nullable(
        z.pipe(
          z.string().check(z.trim(), z.maxLength(60)),
          z.transform((country) => (country === '' ? null : country)),
        ),
      ),
    ),
  })
  .check(
    z.refine((value) => (value.name ?? value.displayName) !== undefined, {
      error: accountMessages.allFieldsRequired,
      path: ['displayName'],
    }),
  )
