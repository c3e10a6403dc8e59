import { CirclePlus, LogOut, ScrollText, ShieldCheck, Store, UserRound } from 'lucide-react'

import { accountMessages } from '#contract/accounts/messages.ts'
import { getLoggedInUser } from '#contract/accounts/calls.ts'
import { getUsersCreatorPage } from '#contract/creators/calls.ts'
import { useQuery } from '#web/api/queries.ts'
import { logOut } from '#web/features/sign-in/sign-in.ts'
import { PRIVACY_PATH, TERMS_PATH } from '#web/features/site/site-pages.ts'
import { navigate } from '#web/routing/navigate.ts'
import type { MenuItem } from '#web/ui/menu-item.ts'
import { toast } from '#web/ui/toast.tsx'

import { menuTexts as texts } from './menu-messages.ts'

export interface Account {
  /** null until the user is loaded. */
  name: string | null
  profileImage: string | null
  isCreator: boolean
  items: MenuItem[]
}

/** The signed-in user, and the entries of the menu at the bottom of the sidebar. */
export function useAccount(): Account {
  const user = useQuery(getLoggedInUser, {}).data?.user
  const page = useQuery(getUsersCreatorPage, {}, { isEnabled: user?.isCreator === true }).data

  async function leave() {
    await logOut()
    navigate('/')
    toast.success(accountMessages.logoutSuccessful)
  }

  const items: MenuItem[] = []
  if (user?.isCreator && user.pageHandle)
    items.push({
      id: 'page',
      label: texts.ownPage,
      description: page ? texts.ownPageName(page.pageName, page.pageHandle) : texts.ownPageLoading,
      icon: <Store />,
      to: `/${user.pageHandle}`,
    })
  else if (user) items.push({ id: 'join', label: texts.join, icon: <CirclePlus />, to: '/create' })
  items.push({ id: 'profile', label: texts.profile, icon: <UserRound />, to: '/settings' })
  items.push(
    { id: 'terms', label: texts.terms, icon: <ScrollText />, to: TERMS_PATH, startsGroup: true },
    { id: 'privacy', label: texts.privacy, icon: <ShieldCheck />, to: PRIVACY_PATH },
  )
  items.push({
    id: 'log-out',
    label: texts.logOut,
    icon: <LogOut />,
    onSelect: () => void leave(),
    startsGroup: true,
  })

  return {
    name: user?.name ?? null,
    profileImage: user?.profileImage ?? null,
    isCreator: user?.isCreator ?? false,
    items,
  }
}
