import { row, type Row } from './row.ts'

const create =
  'tests/journeys/members.journey.ts › a new creator is told what is missing, one thing after the other'
const owner =
  'tests/journeys/members.journey.ts › an owner shapes the page; posts and plans are taken down only after a question'
const story =
  'tests/journeys/from-empty.journey.ts › a creator opens a page, a supporter pays and reads, a stranger sees nothing of it'
const checkout =
  'tests/journeys/checkout.journey.ts › a declined card and a closed checkout cost nothing, and the year can still be joined'
const page = 'web/screens/creator-page'

export const creatorScreenRows: readonly Row[] = [
  row(
    'Title "Let’s name your page"; subtitle "Get creative or start with your name — you can change it later."',
    "web/screens/create/messages.ts › Let's name your page",
    create,
  ),
  row(
    'Back button, adult-content checkbox, page name, handle with a fixed prefix of the product’s domain, plan select, Continue',
    [
      'web/screens/create/messages.ts › Back',
      'web/screens/create/create-form.tsx › prefixText={handlePrefix}',
    ],
    create,
  ),
  row(
    'A link to /explore labelled "Not a creator? Join as a fan"',
    'web/screens/create/messages.ts › Join as a fan',
    create,
  ),
  row(
    'A side panel shows two decorative sample creator cards',
    'web/screens/create/create.tsx › SampleCreatorCard',
    'tests/journeys/accessible.journey.ts › a creator and her supporter meet no barrier on any page or dialog',
  ),
  row(
    'On success goes to /{pageHandle}',
    'web/screens/create/create-form.tsx › onSuccess: ({ pageHandle })',
    create,
  ),
  row(
    'Banner (title, subtitle, image), profile image, page name, headline',
    [
      `${page}/creator-header.tsx › export function CreatorHeader`,
      `${page}/creator-banner.tsx › export function CreatorBanner`,
    ],
    [story, owner],
  ),
  row(
    'A loading state shows until the page loads',
    `${page}/creator-skeleton.tsx › export function CreatorSkeleton`,
    story,
  ),
  row(
    'Owner: Edit and Post buttons, Create Post and Add Plan, delete controls for posts and plans',
    [
      `${page}/creator-header.tsx › function Actions`,
      'web/features/plan-dialog/manage-plans.tsx › export function ManagePlans',
    ],
    owner,
  ),
  row(
    'Visitor: Subscribe (scrolls to plans) or Subscribed; a membership section when not subscribed',
    [
      `${page}/creator-header.tsx › goToMembership`,
      `${page}/membership-panel.tsx › export function MembershipPanel`,
    ],
    story,
  ),
  row(
    'Recent posts are listed under "Recent posts by" plus page name',
    `${page}/messages.ts › Recent posts by`,
    owner,
  ),
  row(
    'Each post shows, to the owner, a plan badge (FREE or plan name; free green, buzzed blue, tipsy purple, drunk pink)',
    [
      'web/features/plan-badge/plan-badge.tsx › export function PlanBadge',
      'web/features/plan-badge/plan-tone.ts › export function',
    ],
    [
      owner,
      'web/features/plan-badge/plan-tone.test.ts › is the one its name has in the spec, however it is written',
    ],
  ),
  row(
    'Edit mode: banner title, banner subtitle, page name, headline, banner image, profile image',
    `${page}/edit-form.tsx › export function EditForm`,
    [owner, 'server/domains/creators/creators.test.ts › writes what is sent and keeps the rest'],
  ),
  row(
    'Save Changes (shows "Saving...") and Cancel (resets fields and reloads the page)',
    [`${page}/messages.ts › Saving...`, `${page}/creator-page.tsx › stopEditing`],
    owner,
  ),
  row(
    'Create New Post modal: visibility select, default "Free - All followers", or each plan as "name - $price/month supporters"',
    'web/features/post-editor/composer.tsx › function visibilityOf',
    [owner, 'contract/spec-texts.test.ts › Free - All followers'],
  ),
  row(
    'Rich-text content; editor area max height 300px',
    [
      'web/features/post-editor/editor-area.tsx › export function EditorArea',
      'web/features/post-editor/editor.css › 300px',
    ],
    story,
  ),
  row(
    'Add Image, Add Video, Add Audio (only one media at a time), previews with a remove button',
    'web/features/post-editor/composer.tsx › AttachmentField',
    [owner, 'server/domains/posts/media-posts.test.ts › holds one medium at a time'],
  ),
  row(
    'Publish Post (disabled with no content, shows "Uploading..."), Cancel',
    'contract/posts/messages.ts › uploading',
    [
      owner,
      'web/features/post-editor/blocks.test.ts › needs more than an untouched or emptied editor',
      'contract/spec-texts.test.ts › Uploading...',
    ],
  ),
  row(
    'Plan cards, titled "Choose your membership": name, price, monthly or yearly by the toggle',
    'web/features/plan-cards/plan-cards.tsx › export function PlanCards',
    [
      checkout,
      'web/features/plan-cards/plan-rules.test.ts › is the monthly one, or the year at the discount in whole dollars',
      'contract/spec-texts.test.ts › Choose your membership',
    ],
  ),
  row(
    'Description truncated beyond 200 characters with Show more / Show less',
    [
      'web/features/plan-cards/shortened.ts › export function',
      'web/features/plan-cards/messages.ts › Show less',
    ],
    'web/features/plan-cards/plan-rules.test.ts › stays whole up to the limit',
  ),
  row(
    'Buttons: Join (logged-in non-owner, not subscribed), Login to Join (anonymous, goes to /login), Subscribed',
    'web/features/plan-cards/messages.ts › Login to Join',
    [
      'tests/journeys/public-pages.journey.ts › a creator page is all there without JavaScript, and becomes the app after signing in',
      story,
    ],
  ),
  row(
    'Join opens a payment modal with a "Pay with Razorpay" button (shows "Loading...")',
    'web/features/join-plan/messages.ts › Pay with Razorpay',
    [story, checkout],
  ),
  row(
    'Confirm modals: "Are you sure you want to delete this plan?" and "... post?" with "Yes, I’m sure" and "No, cancel"',
    'web/ui/confirm-dialog.tsx › export function ConfirmDialog',
    owner,
  ),
  row(
    'Membership plan dialog (add or edit): plan name, price, description; advice on the order of plans',
    [
      'web/features/plan-dialog/plan-dialog.tsx › export function PlanDialog',
      'contract/plans/messages.ts › advice',
    ],
    [
      'tests/journeys/accessible.journey.ts › a creator and her supporter meet no barrier on any page or dialog',
      story,
    ],
  ),
  row(
    'Post card: creator avatar and handle, relative time, content as HTML with every link opening in a new tab',
    [
      'web/features/post-card/post-card.tsx › export function PostCard',
      'web/features/post-card/post-html.ts › export function',
    ],
    [
      'web/features/post-card/post-card-rules.test.ts › open in a new tab even when nothing was set',
      'web/features/relative-time/relative-time.test.ts › how long ago something was',
    ],
  ),
  row(
    'Optional image, video (embedded frame; hidden if it fails to load) and audio player',
    [
      'web/features/media/post-media.tsx › export function PostMedia',
      'web/features/media/embed-frame.tsx › export function EmbedFrame',
    ],
    [
      'contract/media/embeds.test.ts › the link of a video',
      'server/domains/posts/media-posts.test.ts › frames a video by its link, and refuses other links',
    ],
  ),
]
