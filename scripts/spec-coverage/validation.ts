import { row, type Row } from './row.ts'

const login =
  'tests/journeys/entry.journey.ts › the login form says what is missing, shows the password, and offers the other ways in'
const signup =
  'tests/journeys/entry.journey.ts › the sign-up form says what is missing, field by field, and knows the way back'
const create =
  'tests/journeys/members.journey.ts › a new creator is told what is missing, one thing after the other'
const owner =
  'tests/journeys/members.journey.ts › an owner shapes the page; posts and plans are taken down only after a question'

export const validationRows: readonly Row[] = [
  row('Login: email required ("Email is required")', 'contract/accounts/messages.ts › emailRequired', login),
  row(
    'Login: password required ("Password is required")',
    'contract/accounts/messages.ts › passwordRequired',
    login,
  ),
  row(
    'Sign-up: name required (message reads "Last name is required")',
    'contract/accounts/messages.ts › nameRequired',
    signup,
  ),
  row(
    'Sign-up: username required ("Username is required")',
    'contract/accounts/messages.ts › usernameRequired',
    signup,
  ),
  row(
    'Sign-up: email required ("Email is required")',
    'contract/accounts/rules.ts › export const registration',
    signup,
  ),
  row(
    'Sign-up: password required ("Password is required")',
    'contract/accounts/rules.ts › export const registration',
    signup,
  ),
  row(
    'Sign-up: confirmPassword required ("Please confirm your password")',
    'contract/accounts/messages.ts › confirmPasswordRequired',
    signup,
  ),
  row(
    'Sign-up: confirmPassword must equal password ("Passwords do not match")',
    'contract/accounts/rules.ts › passwordsMatch',
    [signup, 'contract/accounts/rules.test.ts › compare both passwords exactly'],
  ),
  row(
    'Profile update: displayName and username both required, else "All fields are required"',
    'contract/accounts/rules.ts › export const profileChanges',
    [
      'contract/spec-texts.test.ts › All fields are required',
      'tests/journeys/settings.journey.ts › a member changes name, password and mails, and signs another device out',
    ],
  ),
  row(
    'Email not editable',
    'web/screens/settings/profile-form.tsx › readOnly',
    'server/domains/accounts/profile.test.ts › does not change address, picture, rights or anybody else through fields sent along',
  ),
  row(
    'Creator page creation, checked in order, stopping at first failure',
    'web/screens/create/create-rules.ts › export function findDraftProblem',
    [
      'web/screens/create/create-rules.test.ts › a page being created is checked in order and stops at the first problem',
      'contract/creators/rules.test.ts › stops at the first problem, in the order of its fields',
    ],
  ),
  row(
    'Page name blank, "Creator name is required."',
    'contract/creators/messages.ts › nameRequired',
    'contract/spec-texts.test.ts › Creator name is required.',
  ),
  row(
    'Plan not selected, "Plan is required." (also reloads plan list)',
    'web/screens/create/create-form.tsx › plans.refetch()',
    create,
  ),
  row(
    'Handle blank, "Username is required."',
    'contract/creators/messages.ts › handleRequired',
    'contract/spec-texts.test.ts › Username is required.',
  ),
  row(
    'Handle of letters, digits, dash, underscore only; the input also rejects invalid characters as typed and shows the message',
    ['contract/creators/handles.ts › HANDLE_PATTERN', 'web/screens/create/create-form.tsx › typeHandle'],
    [
      create,
      'web/screens/create/create-rules.test.ts › lets letters, digits, dashes and underscores through',
    ],
  ),
  row(
    'Continue is disabled while loading or when name or handle is blank',
    'web/screens/create/create-form.tsx › disabled={draft.pageName.trim()',
    create,
  ),
  row(
    'Plan name required, max 20 characters',
    [
      'contract/plans/rules.ts › export const planForm',
      'contract/plans/pricing.ts › PLAN_NAME_MAX_LENGTH = 20',
    ],
    'contract/spec-texts.test.ts › the limits of plans are those of the specification',
  ),
  row(
    'Plan price required, number, minimum 5, step 0.01, dollars per month',
    'contract/plans/rules.ts › export const monthlyPrice',
    [
      'contract/plans/pricing.test.ts › is taken exactly when it is between 5 and 10,000 dollars',
      'contract/money.test.ts › are refused beyond two decimals, because no rounding is agreed',
    ],
  ),
  row(
    'Plan description optional, max 200 characters',
    'contract/plans/pricing.ts › PLAN_DESCRIPTION_MAX_LENGTH = 200',
    'contract/spec-texts.test.ts › the limits of plans are those of the specification',
  ),
  row(
    'Page save requires a page name, else "Please fill all required fields"',
    'contract/creators/messages.ts › fillAllRequired',
    owner,
  ),
  row('Publish needs non-empty content', 'web/features/post-editor/blocks.ts › export function hasContent', [
    owner,
    'web/features/post-editor/blocks.test.ts › needs more than an untouched or emptied editor',
  ]),
  row('Uploads over 500 MB rejected with "Max file size is 500MB"', 'contract/media/messages.ts › tooLarge', [
    'server/domains/media/tus.test.ts › is refused above 500 MB before anything is kept',
    'server/domains/creators/pictures.test.ts › has at most 500 MB, which is said before it is sent',
  ]),
  row(
    'Image picker accepts images; video picker videos; audio picker mp3, ogg, wav, mpeg; profile and banner pickers images',
    [
      'web/features/uploader/pick-button.tsx › const ACCEPTED',
      'web/features/image-picker/image-picker.tsx › accept',
    ],
    ['server/domains/media/tus.test.ts › of something else than it says fails, and says why', owner],
  ),
  row(
    'Link block valid only if its link is not blank',
    'web/features/post-editor/blocks.ts › isBlank(text)',
    'web/features/post-editor/blocks.test.ts › is content as soon as one block says something',
  ),
  row(
    'Links in post HTML get target=_blank when none is set',
    'web/features/post-card/post-html.ts › _blank',
    'web/features/post-card/post-card-rules.test.ts › open in a new tab even when nothing was set',
  ),
  row('Users must be 13 or older (18 for creators)', 'contract/site/policy.ts › MINIMUM_AGE', [
    signup,
    create,
  ]),
  row(
    'Refund requests within 7 days of transaction, service not fully used, reason valid and clearly explained',
    'contract/payments/refund-rules.ts › export',
    [
      'contract/payments/refund-rules.test.ts › can be asked for until the seventh day is over',
      'server/domains/payments/refunds.test.ts › comes too late after seven days',
    ],
  ),
  row(
    'Marketing messages opt-in only',
    'server/domains/notifications/preferences.ts › export',
    'server/domains/notifications/preferences.test.ts › is service until they choose: marketing is off',
  ),
]
