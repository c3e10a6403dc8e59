import { Download } from 'lucide-react'
import { useState } from 'react'

import { exportOwnData } from '#contract/accounts/export-routes.ts'
import { call, CallError } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'

import { dataDownloadTexts as texts } from './messages.ts'

/** Fetched rather than linked to: a link cannot carry the session's bearer half. */
export function DataDownload() {
  const [isLoading, setIsLoading] = useState(false)

  async function download() {
    setIsLoading(true)
    try {
      const data = await call(exportOwnData, {})
      save(
        JSON.stringify(data, null, 2),
        `cheers-${data.account.username}-${data.exportedAt.slice(0, 10)}.json`,
      )
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

function save(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
