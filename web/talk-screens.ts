/* Where people talk in one file: a name less for each screen in the script that every visitor loads. */

export { CommunityScreen } from './screens/community/community.tsx'
export { LiveScreens } from './screens/live/live-screens.tsx'
export { MessagesScreen } from './screens/messages/messages-screen.tsx'
