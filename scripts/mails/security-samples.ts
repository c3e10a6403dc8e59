import {
  confirmEmailLetter,
  emailChangedLetter,
  emailTakenLetter,
  emailWelcomeLetter,
  type FactorChange,
  factorLetter,
  factorsRemovedLetter,
  lostFactorsLetter,
  newDeviceLetter,
  proofCodeLetter,
  recoveryCodeLetter,
} from '#server/domains/accounts/security-emails.ts'

import { RAVI, on, OPERATOR, type Sample, samplesFor, TOKEN, SITE } from './sample.ts'

const securityUrl = `${SITE}/settings/security`
const notMeUrl = `${SITE}/not-me/${TOKEN}`
const loginUrl = `${SITE}/login`
const operatorEmail = OPERATOR.email
const newEmail = 'ravi.menon@example.net'

const FACTOR_CHANGES: Record<FactorChange, string> = {
  'passkey-added': 'A passkey is added.',
  'app-added': 'An authenticator app is added.',
  'passkey-removed': 'A passkey is removed.',
  'app-removed': 'The authenticator app is removed.',
  'codes-made': 'New recovery codes are made.',
}

const factorSamples: Sample[] = Object.entries(FACTOR_CHANGES).map(([name, when]) => ({
  name,
  audience: 'accounts',
  when,
  write: (language) => {
    const change = name as FactorChange
    return factorLetter(RAVI, { change, notMeUrl: null, securityUrl, operatorEmail }, language)
  },
}))

export const securitySamples = [
  ...factorSamples,
  ...samplesFor('accounts', {
    'new-device': [
      'Somebody signs in from a device that is new.',
      (language) =>
        newDeviceLetter(RAVI, { device: 'Firefox on Windows', at: on('2026-03-14'), notMeUrl }, language),
    ],
    'first-factor': [
      'The first second factor is added to an account.',
      (language) =>
        factorLetter(RAVI, { change: 'passkey-added', notMeUrl, securityUrl, operatorEmail }, language),
    ],
    'recovery-code': [
      'A recovery code is used.',
      (language) => recoveryCodeLetter(RAVI, { left: 7, securityUrl, operatorEmail }, language),
    ],
    'last-recovery-code': [
      'The last recovery code is used.',
      (language) => recoveryCodeLetter(RAVI, { left: 0, securityUrl, operatorEmail }, language),
    ],
    'proof-code': [
      'Somebody who signs in with Google changes something important.',
      (language) => proofCodeLetter(RAVI, '40718362', language),
    ],
    'confirm-old-address': [
      'Somebody wants another email address; to the old one.',
      (language) =>
        confirmEmailLetter(RAVI, { isOld: true, newEmail, url: `${SITE}/confirm-email/${TOKEN}` }, language),
    ],
    'confirm-new-address': [
      'Somebody wants another email address; to the new one.',
      (language) =>
        confirmEmailLetter(
          { ...RAVI, email: newEmail },
          { isOld: false, newEmail, url: `${SITE}/confirm-email/${TOKEN}` },
          language,
        ),
    ],
    'address-taken': [
      'Somebody wants an email address that has an account.',
      (language) => emailTakenLetter(RAVI, language),
    ],
    'address-changed': [
      'Both addresses have confirmed; to the old one.',
      (language) =>
        emailChangedLetter(
          RAVI,
          { newEmail, undoUrl: `${SITE}/undo-email/${TOKEN}`, undoUntil: on('2026-03-21') },
          language,
        ),
    ],
    'new-address': [
      'Both addresses have confirmed; to the new one.',
      (language) => emailWelcomeLetter({ ...RAVI, email: newEmail }, { loginUrl }, language),
    ],
    'lost-factors': [
      'Two of the staff agree to remove the second step of somebody who lost it.',
      (language) =>
        lostFactorsLetter(
          RAVI,
          { dueAt: on('2026-03-21'), isReminder: false, keepUrl: `${SITE}/keep-factors/${TOKEN}` },
          language,
        ),
    ],
    'lost-factors-reminder': [
      'Three days before that.',
      (language) =>
        lostFactorsLetter(
          RAVI,
          { dueAt: on('2026-03-21'), isReminder: true, keepUrl: `${SITE}/keep-factors/${TOKEN}` },
          language,
        ),
    ],
    'factors-removed': [
      'The second step is removed.',
      (language) => factorsRemovedLetter(RAVI, { loginUrl }, language),
    ],
  }),
]
