import { useEffect, useState } from 'react'

import type { PickedPicture } from './picked-picture.ts'

/** A chosen picture that hasn't been sent; its address is released when it is replaced or removed. */
export function usePickedImage() {
  const [picked, setPicked] = useState<PickedPicture | null>(null)
  useEffect(() => {
    if (!picked) return undefined
    return () => URL.revokeObjectURL(picked.url)
  }, [picked])
  return { picked, pick: setPicked }
}
