import { useEffect } from 'react'

import { pageHeadTexts as texts } from './messages.ts'

/** A page's title in the browser's tab and the server's <title>. */
export function documentTitle(title: string | null): string {
  return title ? texts.documentTitle(title, texts.productName) : texts.productName
}

/** Sets the tab's title for a screen; null leaves it unchanged until the name is known. */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    if (title !== null) document.title = documentTitle(title)
  }, [title])
}
