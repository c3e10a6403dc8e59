import { row, type Row } from './row.ts'

const texts = 'contract/spec-texts.test.ts › '
const news =
  'tests/journeys/entry.journey.ts › news stands at the top right and leaves after five seconds; logging out forgets who was there'
const owner =
  'tests/journeys/members.journey.ts › an owner shapes the page; posts and plans are taken down only after a question'
const refusedLink =
  'tests/journeys/refusals.journey.ts › a link without a preview says why, and a checkout that cannot begin costs nothing'
const checkout =
  'tests/journeys/checkout.journey.ts › a declined card and a closed checkout cost nothing, and the year can still be joined'
const activation =
  'tests/journeys/entry.journey.ts › an activation link that is wrong says so, and one that is missing can be sent again'
const refusals = 'tests/journeys/refusals.journey.ts › '

export const messageRows: readonly Row[] = [
  row(
    'Login failure: toast with the server’s msg',
    'web/screens/login/login.tsx › toast.error(refusal.message)',
    `${refusals}what the server refuses at the door stands in a toast`,
  ),
  row(
    'Google sign-in failure: toast with the server’s message',
    'web/features/sign-in/use-google.ts › toast',
    'tests/journeys/google.journey.ts › closing the popup says so, and nobody is signed in',
  ),
  row(
    'Register failure: toast with msg',
    'web/screens/signup/signup.tsx › toast.error(refusal.message)',
    `${refusals}what the server refuses at the door stands in a toast`,
  ),
  row('"Login successful!"', 'contract/accounts/messages.ts › Login successful!', [
    news,
    `${texts}Login successful!`,
  ]),
  row('"Activation email sent!"', 'contract/accounts/messages.ts › Activation email sent!', [
    activation,
    `${texts}Activation email sent!`,
  ]),
  row(
    'The register msg',
    'web/screens/signup/signup.tsx › toast.success(msg)',
    'tests/journeys/from-empty.journey.ts › a creator opens a page, a supporter pays and reads, a stranger sees nothing of it',
  ),
  row('"Profile updated successfully!"', 'contract/accounts/messages.ts › Profile updated successfully!', [
    'tests/journeys/settings.journey.ts › a member changes name, password and mails, and signs another device out',
    `${texts}Profile updated successfully!`,
  ]),
  row('"Post created successfully"', 'contract/posts/messages.ts › Post created successfully', [
    owner,
    `${texts}Post created successfully`,
  ]),
  row('"Post deleted successfully"', 'contract/posts/messages.ts › Post deleted successfully', [
    owner,
    `${texts}Post deleted successfully`,
  ]),
  row('"Plan deleted successfully"', 'contract/plans/messages.ts › Plan deleted successfully', [
    owner,
    `${texts}Plan deleted successfully`,
  ]),
  row('"Payment successful"', 'contract/subscriptions/messages.ts › Payment successful', [
    'tests/journeys/paying.journey.ts › a payment leads on after a moment, and the celebration ends by itself',
    `${texts}Payment successful`,
  ]),
  row(
    'Profile update failure: server message or "Something went wrong", shown 5 seconds',
    'web/screens/settings/use-passing-error.ts › SHOWN_MS = 5000',
    `${refusals}a profile that could not be saved says so for five seconds`,
  ),
  row(
    'A 400 shows "Bad Request" by default',
    'contract/http/route.ts › Bad Request',
    `${refusals}a profile that could not be saved says so for five seconds`,
  ),
  row(
    'Activation failure: "The token is invalid or has expired. Please request a new activation link."',
    'contract/accounts/messages.ts › activationTokenInvalid',
    activation,
  ),
  row(
    'Creator page creation failure: the response’s message, else "Something went wrong"',
    'web/screens/create/create-form.tsx › onError({ message })',
    'tests/journeys/members.journey.ts › a new creator is told what is missing, one thing after the other',
  ),
  row(
    'Text containing "username" (any case) is shown under the handle field; otherwise as a general error below the form',
    'web/screens/create/create-rules.ts › export function isAboutHandle',
    [
      'web/screens/create/create-rules.test.ts › every message about the handle speaks of the username, and no other does',
      'tests/journeys/members.journey.ts › a new creator is told what is missing, one thing after the other',
    ],
  ),
  row(
    'Plan list load failure: error message under the plan select',
    'web/screens/create/create-form.tsx › plans.error.message',
    `${refusals}plans that cannot be loaded say so under their field, and can be asked for again`,
  ),
  row(
    '"Please fill all required fields"',
    'contract/creators/messages.ts › Please fill all required fields',
    [owner, `${texts}Please fill all required fields`],
  ),
  row('"Max file size is 500MB"', 'contract/media/messages.ts › Max file size is 500MB', [
    'server/domains/media/tus.test.ts › is refused above 500 MB before anything is kept',
    `${texts}Max file size is 500MB`,
  ]),
  row('"Failed to create post, please try again"', 'contract/posts/messages.ts › createFailed', [
    `${refusals}what fails on the own page says so, and nothing is lost`,
    `${texts}Failed to create post, please try again`,
  ]),
  row('"Failed to delete post"', 'contract/posts/messages.ts › deleteFailed', [
    `${refusals}what fails on the own page says so, and nothing is lost`,
    `${texts}Failed to delete post`,
  ]),
  row('"Failed to delete plan"', 'contract/plans/messages.ts › deleteFailed', [
    `${refusals}what fails on the own page says so, and nothing is lost`,
    `${texts}Failed to delete plan`,
  ]),
  row(
    '"Payment failed: " plus the provider’s description',
    'contract/subscriptions/messages.ts › paymentFailedPrefix',
    [checkout, `${texts}Payment failed: `],
  ),
  row('"Payment popup closed."', 'contract/subscriptions/messages.ts › popupClosed', [
    checkout,
    `${texts}Payment popup closed.`,
  ]),
  row(
    '"Failed to create checkout session"',
    'web/features/checkout/use-checkout.ts › checkoutFailed',
    refusedLink,
  ),
  row(
    'Link block: "Couldn’t fetch the link data"',
    'contract/posts/messages.ts › linkNotFetched',
    refusedLink,
  ),
  row(
    'Link block: "Couldn’t get this link data, try the other one"',
    'contract/posts/messages.ts › linkNotUsable',
    refusedLink,
  ),
  row(
    'Link block: "Wrong response format from the server"',
    'contract/posts/messages.ts › linkWrongFormat',
    refusedLink,
  ),
  row(
    'Sign-in provider codes (popup-blocked, popup-closed-by-user, unauthorized-domain, network-request-failed)',
    'web/features/sign-in/google-popup.ts › popup-closed-by-user',
    'tests/journeys/google.journey.ts › closing the popup says so, and nobody is signed in',
  ),
  row(
    'Prohibited in terms: hate speech, harassment, pornography, illegal activity, bots or automation, misrepresentation or scams',
    'web/screens/terms/money-sections.tsx › misrepresentation or scams',
    'tests/journeys/site.journey.ts › the legal pages are read in full without JavaScript',
  ),
]
