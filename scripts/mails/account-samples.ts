import {
  activationLetter,
  alreadyRegisteredLetter,
  choosePasswordLetter,
  deletionCodeLetter,
  deletionLetter,
  erasedLetter,
  firstPasswordLetter,
  keptLetter,
  passwordChangedLetter,
  passwordCodeLetter,
  passwordResetLetter,
  usernameLetter,
} from '#server/domains/accounts/emails.ts'
import { reinstatedLetter, suspendedLetter } from '#server/domains/accounts/suspension-emails.ts'
import { confirmFollowLetter, logInToFollowLetter } from '#server/domains/audiences/emails.ts'

import { ASHA, RAVI, on, OPERATOR, samplesFor, TOKEN, SITE } from './sample.ts'

const forgotUrl = `${SITE}/forgot-password`
const loginUrl = `${SITE}/login`
const pageName = 'Asha Plays'
const deletion = { dueAt: on('2026-04-13'), loginUrl, operatorEmail: OPERATOR.email }
const suspension = {
  reason: 'Several members were asked for money outside of Cheers, after two warnings.',
  returnedAt: on('2026-03-28'),
  operatorEmail: OPERATOR.email,
}

export const accountSamples = samplesFor('accounts', {
  activation: [
    'Somebody signs up.',
    (language) =>
      activationLetter(RAVI, { url: `${SITE}/activate-account/${TOKEN}`, code: '482915' }, language),
  ],
  'choose-password': [
    'Somebody signs up again for an address that was never activated.',
    (language) => choosePasswordLetter(RAVI, `${SITE}/reset-password/${TOKEN}`, language),
  ],
  'already-registered': [
    'Somebody signs up for an address that has an account.',
    (language) => alreadyRegisteredLetter(RAVI, { login: loginUrl, forgot: forgotUrl }, language),
  ],
  username: [
    'An account is activated so late that somebody else has its username.',
    (language) => usernameLetter(RAVI, `${SITE}/settings`, language),
  ],
  'confirm-follow': [
    'A visitor without an account follows a page by email.',
    (language) =>
      confirmFollowLetter({ email: RAVI.email, pageName }, `${SITE}/activate-account/${TOKEN}`, language),
  ],
  'log-in-to-follow': [
    'A visitor follows a page by an email address that has an account.',
    (language) => logInToFollowLetter({ ...RAVI, pageName }, `${loginUrl}?next=%2Fasha`, language),
  ],
  'password-reset': [
    'Somebody has forgotten their password.',
    (language) => passwordResetLetter(RAVI, `${SITE}/reset-password/${TOKEN}`, language),
  ],
  'password-changed': [
    'A password is changed.',
    (language) => passwordChangedLetter(RAVI, forgotUrl, language),
  ],
  'password-code': [
    'Somebody who signs in with Google wants a password.',
    (language) => passwordCodeLetter(RAVI, '40718362', language),
  ],
  'first-password': [
    'Somebody who signs in with Google sets a password.',
    (language) => firstPasswordLetter(RAVI, forgotUrl, language),
  ],
  suspended: [
    'The staff suspends an account without a page.',
    (language) => suspendedLetter({ ...RAVI, pageName: null }, suspension, language),
  ],
  'suspended-creator': [
    'The staff suspends an account with a page.',
    (language) => suspendedLetter({ ...ASHA, pageName }, suspension, language),
  ],
  reinstated: [
    'The staff lifts a suspension.',
    (language) => reinstatedLetter({ ...RAVI, pageName: null }, { loginUrl }, language),
  ],
  'reinstated-creator': [
    'The staff lifts the suspension of an account with a page.',
    (language) => reinstatedLetter({ ...ASHA, pageName }, { loginUrl }, language),
  ],
  'deletion-code': [
    'Somebody who signs in with Google wants to delete their account.',
    (language) => deletionCodeLetter(RAVI, '40718362', language),
  ],
  deletion: [
    'Somebody deletes their account.',
    (language) => deletionLetter(RAVI, { ...deletion, hasPage: false }, language),
  ],
  'deletion-creator': [
    'A creator deletes their account.',
    (language) => deletionLetter(ASHA, { ...deletion, hasPage: true }, language),
  ],
  kept: [
    'Somebody takes the deletion of their account back.',
    (language) => keptLetter(ASHA, { subscriptionsUrl: `${SITE}/subscriptions`, hasPage: true }, language),
  ],
  erased: ['An account is erased.', (language) => erasedLetter(RAVI, language)],
})
