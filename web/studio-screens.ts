/* A creator's studio in one file: a name less for each screen in the script that every visitor loads. */

export { InsightsScreen } from './screens/insights/insights.tsx'
export { MembersScreen } from './screens/members/members.tsx'
export { ModerationScreen } from './screens/moderation/moderation.tsx'
export { OwnPostsScreen } from './screens/own-posts/own-posts.tsx'
export { AllPaymentsScreen } from './screens/payout/all-payments.tsx'
export { StudioScreen } from './screens/studio/studio.tsx'
