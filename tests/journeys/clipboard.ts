import { readFile } from 'node:fs/promises'

import type { Locator } from '@playwright/test'

/** A picture is pasted, or dropped on something, as from another program. */
export async function bring(target: Locator, how: 'paste' | 'drop', path: string): Promise<void> {
  const bytes = (await readFile(path)).toString('base64')
  await target.evaluate(
    (element, given) => {
      const data = Uint8Array.from(atob(given.bytes), (character) => character.charCodeAt(0))
      const transfer = new DataTransfer()
      transfer.items.add(new File([data], 'photo.jpg', { type: 'image/jpeg' }))
      const box = element.getBoundingClientRect()
      const at = { clientX: box.x + 8, clientY: box.y + box.height / 2 }
      const event =
        given.how === 'paste'
          ? new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true })
          : new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true, ...at })
      element.dispatchEvent(event)
    },
    { bytes, how },
  )
}

/** Words are pasted as text. */
export async function pasteText(text: Locator, words: string): Promise<void> {
  await text.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, words)
}
