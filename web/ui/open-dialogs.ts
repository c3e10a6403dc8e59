/* Which modal dialogs are open: everything outside the topmost one is out of reach, for the eye, the hand and the ear. */

const openDialogs: HTMLDialogElement[] = []
const listeners = new Set<() => void>()

/** Opens a dialog above all others; what it answers closes it. */
export function openModally(dialog: HTMLDialogElement): () => void {
  dialog.showModal()
  openDialogs.push(dialog)
  announce()
  return () => {
    openDialogs.splice(openDialogs.indexOf(dialog), 1)
    // While it is still there: what stands in it moves out first.
    announce()
    dialog.close()
  }
}

/** Opens a dialog again that the browser closed against its owner's will. */
export function reopen(dialog: HTMLDialogElement): void {
  dialog.showModal()
  announce()
}

/** The dialog that has the page to itself; null when none is open. */
export function topmostDialog(): HTMLDialogElement | null {
  return openDialogs.at(-1) ?? null
}

/** Calls back whenever another dialog is the topmost; what it answers stops that. */
export function onDialogsChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function announce(): void {
  for (const listener of listeners) listener()
}
