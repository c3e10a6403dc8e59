import { useEffect } from 'react'

import { navigate } from './navigate.ts'

/** Shows another address instead of this one. */
export function Redirect({ to }: { to: string }) {
  useEffect(() => navigate(to, { replace: true }), [to])
  return null
}
