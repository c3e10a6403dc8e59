import {
  type ClipboardEvent,
  type RefObject,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'

import { addPictures, type PictureInHand, readPictures, subscribeToPictures } from './pictures-in-hand.ts'

const NONE: readonly PictureInHand[] = []

/**
 * The pictures of a draft, chosen, pasted or dropped. What is dropped anywhere in the `data-drop-area` around the form
 * is taken. `draftKey` null: this form takes none.
 */
export function usePictures(draftKey: string | null, form: RefObject<HTMLFormElement | null>) {
  const all = useSyncExternalStore(subscribeToPictures, readPictures, () => NONE)
  const [notice, setNotice] = useState<string | null>(null)
  const [isOver, setIsOver] = useState(false)

  function add(files: readonly File[]) {
    if (draftKey !== null) setNotice(addPictures(draftKey, files))
  }

  useEffect(() => {
    if (draftKey === null) return undefined
    const isHere = ({ target, dataTransfer }: DragEvent) => {
      const area = form.current?.closest('[data-drop-area]') ?? form.current
      return (
        target instanceof Node &&
        area?.contains(target) === true &&
        dataTransfer?.types.includes('Files') === true
      )
    }
    function over(event: DragEvent) {
      const here = isHere(event)
      setIsOver(here)
      // Else the browser leaves the page to show the file.
      if (here) event.preventDefault()
    }
    function drop(event: DragEvent) {
      setIsOver(false)
      if (!isHere(event)) return
      event.preventDefault()
      add([...(event.dataTransfer?.files ?? [])])
    }
    function leave({ relatedTarget }: DragEvent) {
      if (relatedTarget === null) setIsOver(false)
    }
    document.addEventListener('dragover', over)
    document.addEventListener('drop', drop)
    document.addEventListener('dragleave', leave)
    return () => {
      document.removeEventListener('dragover', over)
      document.removeEventListener('drop', drop)
      document.removeEventListener('dragleave', leave)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- `add` is the same for one draft
  }, [draftKey, form])

  return {
    pictures: useMemo(() => all.filter((each) => each.draftKey === draftKey), [all, draftKey]),
    /** Why something could not be added. */
    notice,
    /** Files are held above the place where they can be dropped. */
    isOver,
    add,
    /** Pictures of the clipboard are added; text is pasted as ever. */
    paste(event: ClipboardEvent) {
      const files = [...event.clipboardData.files]
      // Word processors put a picture of the text beside the text.
      if (draftKey === null || files.length === 0 || event.clipboardData.types.includes('text/plain')) return
      event.preventDefault()
      add(files)
    },
  }
}
