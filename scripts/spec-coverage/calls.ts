import { row, type Row } from './row.ts'

const access = 'server/route-access.test.ts › every route is in the table, and the table names no other'

/** A call of the table: the path as the contract has it, and the test that makes the call. */
function call(says: string, path: string, file: string, test: string): Row {
  return row(says, `contract/${file} › ${path}`, [test, access])
}

const join =
  'server/domains/subscriptions/join.test.ts › opens the posts, shows up on both sides, and mails a receipt'
const posts =
  'server/domains/posts/posts.test.ts › turns the blocks of the editor into HTML, and keeps the blocks'

export const callRows: readonly Row[] = [
  row(
    'Base path /api; every call sends credentials and a bearer token from local storage',
    ["web/api/call.ts › credentials: 'include'", 'web/api/call.ts › authorization'],
    'server/domains/accounts/sessions.test.ts › the token is taken as a bearer token and nowhere else',
  ),
  call(
    'POST /auth/login',
    "'/auth/login'",
    'accounts/routes.ts',
    'server/domains/accounts/registration.test.ts › leads from the form over the mailed link to a session, and logging out ends it',
  ),
  call(
    'POST /auth/google_auth',
    "'/auth/google_auth'",
    'accounts/routes.ts',
    'server/domains/accounts/google.test.ts › makes one account, and finds it again',
  ),
  call(
    'POST /auth/register',
    "'/auth/register'",
    'accounts/routes.ts',
    'server/domains/accounts/registration.test.ts › leads from the form over the mailed link to a session, and logging out ends it',
  ),
  call(
    'POST /auth/sendActivationEmail',
    "'/auth/sendActivationEmail'",
    'accounts/routes.ts',
    'server/domains/accounts/activation.test.ts › needs the password and replaces the older link',
  ),
  call(
    'GET /auth/getLoggedInUser',
    "'/auth/getLoggedInUser'",
    'accounts/routes.ts',
    'server/domains/accounts/profile.test.ts › names the own creator page once there is one',
  ),
  call(
    'GET /auth/verify/{token}',
    "'/auth/verify/:token'",
    'accounts/routes.ts',
    'server/domains/accounts/activation.test.ts › works until a day has passed',
  ),
  call(
    'GET /user/getUsersCreatorPage',
    "'/user/getUsersCreatorPage'",
    'creators/routes.ts',
    'server/domains/creators/creators.test.ts › makes the page and its owner a creator',
  ),
  call(
    'PUT /user/update',
    "'/user/update'",
    'accounts/routes.ts',
    'server/domains/accounts/profile.test.ts › takes a display name, a username and a country, and answers with them',
  ),
  call(
    'POST /creator/join',
    "'/creator/join'",
    'creators/routes.ts',
    'server/domains/creators/creators.test.ts › makes the page and its owner a creator',
  ),
  call(
    'GET /creator/getCreators',
    "'/creator/getCreators'",
    'creators/routes.ts',
    'server/domains/creators/creators.test.ts › are listed newest first, without those with adult content',
  ),
  call(
    'GET /creator/creatorDetails/{pageHandle}',
    "'/creator/creatorDetails/:pageHandle'",
    'creators/routes.ts',
    'server/domains/creators/creators.test.ts › makes the page and its owner a creator',
  ),
  call(
    'PUT /creator/update/{pageHandle}',
    "'/creator/update/:pageHandle'",
    'creators/routes.ts',
    'server/domains/creators/creators.test.ts › writes what is sent and keeps the rest',
  ),
  call(
    'GET /post/getPosts',
    "'/post/getPosts'",
    'posts/routes.ts',
    'server/domains/posts/posts.test.ts › come newest first and page by the last post seen, without gap or repeat',
  ),
  call('POST /post/create', "'/post/create'", 'posts/routes.ts', posts),
  call(
    'GET /post/getPostsByPageHandle/{pageHandle}',
    "'/post/getPostsByPageHandle/:pageHandle'",
    'posts/routes.ts',
    'server/domains/posts/posts.test.ts › come newest first and page by the last post seen, without gap or repeat',
  ),
  call(
    'DELETE /post/delete/{id}',
    "'/post/delete/:id'",
    'posts/routes.ts',
    'server/domains/posts/posts.test.ts › is for its creator alone',
  ),
  call(
    'GET /{product}Plan/getPlanNames',
    "'/cheersPlan/getPlanNames'",
    'creators/routes.ts',
    'server/domains/creators/creators.test.ts › are three, with the share the platform takes',
  ),
  call(
    'GET /creatorPlan/getCreatorPlans/{pageHandle}',
    "'/creatorPlan/getCreatorPlans/:pageHandle'",
    'plans/routes.ts',
    'server/domains/plans/plans.test.ts › offers it with its yearly price, lowest price first',
  ),
  call(
    'POST /creatorPlan/upsert/{pageHandle}',
    "'/creatorPlan/upsert/:pageHandle'",
    'plans/routes.ts',
    'server/domains/plans/plans.test.ts › a second time with the same form answers the same plan',
  ),
  call(
    'PUT /creatorPlan/update/{pageHandle}/{planId}',
    "'/creatorPlan/update/:pageHandle/:planId'",
    'plans/routes.ts',
    'server/domains/plans/plans.test.ts › makes a new version for a new price, and none otherwise; members keep their price',
  ),
  call(
    'DELETE /creatorPlan/delete/{pageHandle}/{planId}; without an id it is refused',
    "'/creatorPlan/delete/:pageHandle",
    'plans/routes.ts',
    'server/domains/plans/delete-plan.test.ts › without an id is refused as well, as the page was seen doing',
  ),
  call('POST /m2cSubscription/create', "'/m2cSubscription/create'", 'subscriptions/routes.ts', join),
  call(
    'POST /razorpay/createRazorpaySubscription',
    "'/razorpay/createRazorpaySubscription'",
    'subscriptions/routes.ts',
    'server/domains/subscriptions/join.test.ts › is the same one however often and fast Join is clicked',
  ),
  call(
    'POST /razorpay/success',
    "'/razorpay/success'",
    'subscriptions/routes.ts',
    'server/domains/subscriptions/forgery.test.ts › naming another user and plan changes nothing: the session and our record decide',
  ),
  call(
    'GET /m2cSubscription/{m2cSubscriptionId}',
    "'/m2cSubscription/:m2cSubscriptionId'",
    'subscriptions/routes.ts',
    'server/domains/subscriptions/forgery.test.ts › can be neither read nor confirmed',
  ),
  call(
    'GET /m2cSubscription/getUserSubscriptions',
    "'/m2cSubscription/getUserSubscriptions'",
    'subscriptions/routes.ts',
    join,
  ),
  call(
    'GET /creatorpayments/getCreatorPayments',
    "'/creatorpayments/getCreatorPayments'",
    'payments/routes.ts',
    join,
  ),
  call(
    'A checkout-session call with planId returning approvalUrl',
    "'/m2cSubscription/checkout-session'",
    'subscriptions/routes.ts',
    'server/domains/subscriptions/join.test.ts › offers the payment page of the provider for checkout by redirect',
  ),
  call(
    'A link-preview call from the editor (GET with query url; success, link, meta)',
    "'/link-preview'",
    'posts/routes.ts',
    'server/domains/posts/posts.test.ts › is for signed-in people, one address at a time',
  ),
  row(
    'A third-party auth provider handles popup sign-in',
    'server/domains/accounts/google-popup.ts › export',
    ['tests/journeys/google.journey.ts › somebody signs in with Google in a popup and is a member'],
  ),
  row(
    'A card/subscription payment provider handles checkout',
    'server/platform/razorpay/client.ts › export',
    ['sandbox/razorpay/conformance.test.ts › of a paid checkout satisfy the helper of the SDK', join],
  ),
]
