const PARAMETER = 'follow'

/** A creator's page, which is followed once its visitor has logged in. */
export function followPath(pageHandle: string): string {
  return `/${pageHandle}?${PARAMETER}=1`
}

/** Whether a creator page's address asks to follow it. */
export function isFollowWish(search: string): boolean {
  return new URLSearchParams(search).get(PARAMETER) === '1'
}
