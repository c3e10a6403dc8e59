import { useEffect, useState } from 'react'

export interface PickedImage {
  file: File
  /** A blob: address to show it by. */
  url: string
}

/** A picture chosen and not yet sent; its address is given back when another one or none takes its place. */
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
