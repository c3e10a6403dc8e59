import { type RefObject, useEffect } from 'react'

/** `/` moves to the search field, unless something is being typed. */
export function useSlashKey(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    function focus(event: KeyboardEvent) {
      if (event.key !== '/' || event.metaKey || event.ctrlKey || event.altKey) return
      const { target } = event
      const isTyping =
        target instanceof HTMLElement &&
        (target.isContentEditable || target.closest('input, textarea, select, dialog') !== null)
      if (isTyping) return
      event.preventDefault()
      field.current?.focus()
    }
    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [field])
}
