import { CirclePlus, LogOut, ScrollText, ShieldCheck, Store, UserRound } from 'lucide-react'
import { useNavigate } from 'react-router'

import { accountMessages } from '#contract/accounts/messages.ts'
import { getLoggedInUser } from '#contract/accounts/routes.ts'
import { getUsersCreatorPage } from '#contract/creators/routes.ts'
import { useQuery } from '#web/api/queries.ts'
import { logOut } from '#web/features/sign-in/sign-in.ts'
import { PRIVACY_PATH, TERMS_PATH } from '#web/features/site/site-pages.ts'
import type { MenuItem } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast.tsx'

export interface Account {
  /** null until the user is loaded. */
  name: string | null
  profileImage: string | null
  items: MenuItem[]
}

/** Who is signed in and what the menu at the bottom of the sidebar offers them. */
export function useAccount(): Account {
  const navigate = useNavigate()
  const user = useQuery(getLoggedInUser, {}).data?.user
  const page = useQuery(getUsersCreatorPage, {}, { isEnabled: user?.isCreator === true }).data

  async function leave() {
    await logOut()
    await navigate('/')
    toast.success(accountMessages.logoutSuccessful)
  }

  const items: MenuItem[] = []
  if (user?.isCreator && user.pageHandle)
    items.push({
      id: 'page',
      label: 'Your Creator Page',
      description: page ? `${page.pageName} @${page.pageHandle}` : 'Loading your page…',
      icon: <Store />,
      to: `/${user.pageHandle}`,
    })
  else if (user) items.push({ id: 'join', label: 'Join as creator', icon: <CirclePlus />, to: '/create' })
  items.push({ id: 'profile', label: 'Profile', icon: <UserRound />, to: '/settings' })
  items.push(
    { id: 'terms', label: 'Terms of Use', icon: <ScrollText />, to: TERMS_PATH, startsGroup: true },
    { id: 'privacy', label: 'Privacy Policy', icon: <ShieldCheck />, to: PRIVACY_PATH },
  )
  items.push({
    id: 'log-out',
    label: 'Log out',
    icon: <LogOut />,
    onSelect: () => void leave(),
    startsGroup: true,
  })

  return { name: user?.name ?? null, profileImage: user?.profileImage ?? null, items }
}
