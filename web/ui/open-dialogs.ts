/* The open modal dialogs: everything outside the topmost one is out of reach, for eyes, hands and screen readers. */

const openDialogs: HTMLDialogElement[] = []
const listeners = new Set<() => void>()

/** Opens a dialog above all others; the returned function closes it. */
export function openModally(dialog: HTMLDialogElement): () => void {
  if (openDialogs.length === 0) noteScrollbar()
  dialog.showModal()
  openDialogs.push(dialog)
  announce()
  return () => {
    openDialogs.splice(openDialogs.indexOf(dialog), 1)
    // While it is still there: its content moves out first.
    announce()
    dialog.close()
  }
}

/** Reopens a dialog that the browser closed against its owner's will. */
export function reopen(dialog: HTMLDialogElement): void {
  dialog.showModal()
  announce()
}

/** The dialog that blocks the rest of the page; null when none is open. */
export function topmostDialog(): HTMLDialogElement | null {
  return openDialogs.at(-1) ?? null
}

/** Calls back whenever the topmost dialog changes; the returned function stops that. */
export function onDialogsChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the page gives room to a scrollbar, which is kept while the page can't be scrolled (base.css). */
function noteScrollbar(): void {
  const root = document.documentElement
  root.toggleAttribute('data-scrollbar', innerWidth > root.clientWidth)
}

function announce(): void {
  for (const listener of listeners) listener()
}
