import { useEffect, useState } from 'react'

export interface PickedImage {
  file: File
  /** A blob: address to show it with. */
  url: string
}

/** A chosen picture that hasn't been sent; its address is released when it is replaced or removed. */
export function usePickedImage() {
  const [picked, setPicked] = useState<PickedImage | null>(null)
  useEffect(() => {
    if (!picked) return undefined
    return () => URL.revokeObjectURL(picked.url)
  }, [picked])
  return {
    picked,
    pick: (file: File | null) => setPicked(file && { file, url: URL.createObjectURL(file) }),
  }
}
