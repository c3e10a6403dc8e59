import { Download } from 'lucide-react'
import { useState } from 'react'

import { beginTakeout } from '#contract/media/calls.ts'
import { call, CallError } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'

import { dataDownloadTexts as texts } from './messages.ts'

/** A link rather than a fetch: gigabytes belong on a disk, not in a page. The address works in this browser only. */
export function DataDownload() {
  const [isLoading, setIsLoading] = useState(false)

  async function download() {
    setIsLoading(true)
    try {
      const { url } = await call(beginTakeout, {})
      const link = document.createElement('a')
      link.href = url
      // The answer carries the file name.
      link.download = ''
      link.click()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      toast.error(error.message)
    } finally {
      setIsLoading(false)
    }
  }

  return (
    <Button icon={<Download />} isLoading={isLoading} onClick={() => void download()}>
      {texts.download}
    </Button>
  )
}
