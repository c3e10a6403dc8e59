import { row, type Row } from './row.ts'

const news =
  'tests/journeys/entry.journey.ts › news stands at the top right and leaves after five seconds; logging out forgets who was there'
const owner =
  'tests/journeys/members.journey.ts › an owner shapes the page; posts and plans are taken down only after a question'
const story =
  'tests/journeys/from-empty.journey.ts › a creator opens a page, a supporter pays and reads, a stranger sees nothing of it'
const checkout =
  'tests/journeys/checkout.journey.ts › a declined card and a closed checkout cost nothing, and the year can still be joined'
const create =
  'tests/journeys/members.journey.ts › a new creator is told what is missing, one thing after the other'

export const stateRows: readonly Row[] = [
  row(
    'Login success: token stored, marked logged in, sent to /explore, recently-visited reset',
    'web/features/sign-in/sign-in.ts › export',
    news,
  ),
  row(
    'Logout clears token and flag, goes to /',
    'web/features/sign-in/sign-in.ts › export async function logOut',
    news,
  ),
  row(
    'Login response with showActivateOption: message shown as info, form switches to Activate, which sends a new activation email',
    'web/screens/login/login.tsx › toast.info(msg)',
    'tests/journeys/entry.journey.ts › an activation link that is wrong says so, and one that is missing can be sent again',
  ),
  row(
    'Activation page: loading, then success or error',
    'web/screens/activate-account/activate-account.tsx › export function ActivateAccountScreen',
    'tests/journeys/entry.journey.ts › an activation link that is wrong says so, and one that is missing can be sent again',
  ),
  row(
    'Popup sign-in: cancelled by a new popup request or by closing the popup, then rejected after an 8-second delay',
    'web/features/sign-in/google-popup.ts › REJECT_AFTER_CLOSE_MS = 8000',
    'tests/journeys/google.journey.ts › closing the popup says so, and nobody is signed in',
  ),
  row(
    'Creator page creation: idle, loading (spinner, "Loading..."), then the new handle or back to idle with an error',
    'web/screens/create/messages.ts › Loading...',
    create,
  ),
  row(
    'Plan dialog: closed/open; add or edit mode; add success closes it; Submit shows "Loading..." while saving',
    'web/features/plan-dialog/messages.ts › Loading...',
    [
      story,
      'server/domains/plans/plans.test.ts › makes a new version for a new price, and none otherwise; members keep their price',
    ],
  ),
  row(
    'Creator page: view to edit (Edit) and back (Save Changes or Cancel)',
    'web/screens/creator-page/creator-page.tsx › isEditing',
    owner,
  ),
  row(
    'Post modal: closed, open, publishing ("Uploading..."), then closed and list reloaded',
    'web/features/post-editor/post-dialog.tsx › export function PostDialog',
    story,
  ),
  row(
    'Draft cleared after success, and still there after a failed attempt',
    'web/features/post-editor/use-draft.ts › export function useDraft',
    'web/features/post-editor/post-draft.test.ts › is there again, per page, until it is discarded',
  ),
  row(
    'Delete post: confirm, deleting (spinner), closed, list reloaded',
    'web/features/post-card/delete-post-dialog.tsx › export function DeletePostDialog',
    owner,
  ),
  row(
    'Delete plan: confirm, removed, plans reloaded',
    'web/features/plan-dialog/delete-plan-dialog.tsx › export function DeletePlanDialog',
    owner,
  ),
  row(
    'Join: payment modal, provider checkout, on success confirmed, "Payment successful" shown, and after 1.5 seconds the page gives way to the success page',
    'web/features/checkout/use-checkout.ts › AFTER_PAYMENT_MS = 1500',
    'tests/journeys/paying.journey.ts › a payment leads on after a moment, and the celebration ends by itself',
  ),
  row(
    'Failure or dismissal shows a message',
    'web/features/checkout/use-checkout.ts › popupClosed',
    checkout,
  ),
  row(
    'Link block in editor: idle, loading, then preview or error style',
    'web/features/post-editor/link-block.ts › linkNotFetched',
    'server/domains/posts/link-preview.test.ts › a link preview shows what the page says about itself',
  ),
  row(
    'My Subscriptions: loading, then list; on failure the list can be asked for again',
    'web/screens/subscriptions/subscriptions.tsx › ErrorState',
    'tests/journeys/accessible.journey.ts › a creator and her supporter meet no barrier on any page or dialog',
  ),
  row(
    'Login state decides the route set',
    'web/routes.tsx › export function redirectFor',
    'web/routes.test.ts › logs in first to see a member page, and comes back to it',
  ),
]
