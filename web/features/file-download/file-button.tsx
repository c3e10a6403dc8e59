import { useState } from 'react'

import type { CallOf, InputOf, OutputOf } from '#contract/http/route.ts'
import type { fileAnswer } from '#contract/payments/billing-routes.ts'
import { call, CallError } from '#web/api/call.ts'
import { Button, type ButtonProps } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'

type FileRoute = CallOf & { readonly output?: typeof fileAnswer }

/** Fetches a file and saves it: a plain link couldn't carry the sign-in. */
export function FileButton<R extends FileRoute>({
  route,
  input,
  children,
  ...look
}: { route: R; input: InputOf<R> } & Pick<ButtonProps, 'variant' | 'size' | 'icon' | 'children'>) {
  const [isLoading, setIsLoading] = useState(false)

  async function download() {
    setIsLoading(true)
    try {
      save(await call(route, input))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      toast.error(error.message)
    } finally {
      setIsLoading(false)
    }
  }

  return (
    <Button {...look} isLoading={isLoading} onClick={() => void download()}>
      {children}
    </Button>
  )
}

function save({ base64, contentType, fileName }: OutputOf<FileRoute>): void {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const url = URL.createObjectURL(new Blob([bytes], { type: contentType }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  URL.revokeObjectURL(url)
}
