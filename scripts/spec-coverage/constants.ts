import { row, type Row } from './row.ts'

const limits = 'contract/spec-texts.test.ts › the limits of plans are those of the specification'

export const constantRows: readonly Row[] = [
  row(
    'Tier percentages 5%, 10%, 25% (original 30%) per month; platform plans carry a percentCharge, disclosed upfront',
    [
      'contract/site/support-tiers.ts › SUPPORT_TIERS',
      'server/migrations/0003-creators-and-plans.sql › platform_plans',
    ],
    [
      'server/domains/creators/support-tiers.test.ts › the front page names the platform plans with the percentages that are charged',
      'contract/money.test.ts › is the exact fraction rounded half up',
    ],
  ),
  row(
    'Plan name max 20 characters; description max 200; minimum monthly price 5 dollars',
    'contract/plans/pricing.ts › PLAN_PRICE_MIN_CENTS = 500',
    limits,
  ),
  row(
    'Step 0.01',
    'contract/money.ts › export function centsFromDollars',
    'contract/money.test.ts › are refused beyond two decimals, because no rounding is agreed',
  ),
  row(
    'Yearly price = floor(monthly price × 12 × 0.9), a 10% discount',
    'contract/plans/pricing.ts › export function yearlyPriceCents',
    'contract/plans/pricing.test.ts › costs twelve months less 10%, in whole dollars',
  ),
  row(
    'Default selection starts on "tipsy"',
    'web/features/plan-cards/recommended-plan.ts › export function',
    'web/features/plan-cards/plan-rules.test.ts › is Tipsy where there is one, else the middle one',
  ),
  row(
    'Tier colours in posts: free green, buzzed blue, tipsy purple, drunk pink',
    'web/features/plan-badge/plan-tone.ts › buzzed',
    'web/features/plan-badge/plan-tone.test.ts › is the one its name has in the spec, however it is written',
  ),
  row(
    'Tier colours in the subscriptions list: buzzed green, tipsy blue, drunk purple; unknown grey',
    'web/screens/subscriptions/plan-tone.ts › export',
    'web/screens/subscriptions/plan-tone.test.ts › a plan in the list of subscriptions has the colour of its name',
  ),
  row(
    'Max upload 500 MB',
    'contract/media/messages.ts › Max file size is 500MB',
    'server/domains/media/tus.test.ts › is refused above 500 MB before anything is kept',
  ),
  row(
    'Recently visited keeps 5',
    'web/features/recently-visited/visits.ts › 5',
    'web/features/recently-visited/visits.test.ts › are five at most: the oldest is forgotten',
  ),
  row(
    'Dashboard shows 5 recent payments',
    'web/screens/payout/recent-payments.tsx › 5',
    'tests/journeys/payout.journey.ts › a creator sees a payment, opens it to the cent, and reads the chart as a table; a member has no dashboard',
  ),
  row(
    'Payouts above $50; bank transfers 3-5 business days',
    'contract/payouts/rules.ts › PAYOUT_THRESHOLD_CENTS',
    'server/domains/payouts/payout-requests.test.ts › needs details and more than fifty dollars available',
  ),
  row(
    'Carousel 5 s, fade 1 s',
    [
      'web/screens/home/backdrop.tsx › ROTATE_AFTER_MS = 5000',
      'web/screens/home/backdrop.tsx › duration-1000',
    ],
    'tests/journeys/site.journey.ts › the pictures behind the promise take turns until they are paused',
  ),
  row(
    'Toast default 5 s, top-right',
    ['web/ui/toaster.tsx › duration={5000}', 'web/ui/toaster.tsx › position="top-right"'],
    'tests/journeys/entry.journey.ts › news stands at the top right and leaves after five seconds; logging out forgets who was there',
  ),
  row(
    'Popup poll delay after close 8 s; sign-in popup 500 by 600',
    [
      'web/features/sign-in/google-popup.ts › REJECT_AFTER_CLOSE_MS = 8000',
      'web/features/sign-in/google-popup.ts › WIDTH = 500',
      'web/features/sign-in/google-popup.ts › HEIGHT = 600',
    ],
    'tests/journeys/google.journey.ts › closing the popup says so, and nobody is signed in',
  ),
  row(
    'Success decorations 3 s; page moves on after payment 1.5 s',
    [
      'web/screens/payment-success/celebration.tsx › LASTS_MS = 3000',
      'web/features/checkout/use-checkout.ts › AFTER_PAYMENT_MS = 1500',
    ],
    'tests/journeys/paying.journey.ts › a payment leads on after a moment, and the celebration ends by itself',
  ),
  row(
    'Relative time buckets: seconds, minutes, hours, days, weeks (under 2629800), months (under 31557600), years',
    'web/features/relative-time/relative-time.ts › belowSeconds: 2_629_800',
    'web/features/relative-time/relative-time.test.ts › how long ago something was',
  ),
  row(
    'Handle pattern: letters, digits, dash, underscore',
    'contract/creators/handles.ts › HANDLE_PATTERN',
    'contract/creators/rules.test.ts › a handle',
  ),
  row(
    'Currency USD',
    "contract/money.ts › CURRENCY = 'USD'",
    'contract/money.test.ts › an amount on the page',
  ),
  row(
    'Editor: minimum height 300, default block paragraph, content width 650px',
    ['web/features/post-editor/create-editor.ts › paragraph', 'web/features/post-editor/editor.css › 650px'],
    'tests/journeys/from-empty.journey.ts › a creator opens a page, a supporter pays and reads, a stranger sees nothing of it',
  ),
  row(
    'Refund window 7 days',
    'contract/payouts/rules.ts › REFUND_WINDOW_DAYS',
    'contract/payouts/rules.test.ts › ends seven days after the payment, to the millisecond',
  ),
  row(
    'Minimum age 13 (18 creators); governing law India',
    ['contract/site/policy.ts › CREATOR_MINIMUM_AGE', 'contract/site/policy.ts › GOVERNING_LAW'],
    'tests/journeys/members.journey.ts › a new creator is told what is missing, one thing after the other',
  ),
]
