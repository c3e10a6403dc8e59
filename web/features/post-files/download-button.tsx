import { Download } from 'lucide-react'
import { use, useState } from 'react'

import { CallError } from '#web/api/call.ts'
import { AddressesContext } from '#web/features/media/addresses.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'

import { fileListTexts as texts } from './messages.ts'

/** Downloads a file: its address lives for minutes, so it is asked for when it is needed. */
export function DownloadButton({ mediaId, name }: { mediaId: string; name: string }) {
  const addresses = use(AddressesContext)
  const [isLoading, setIsLoading] = useState(false)

  async function download() {
    setIsLoading(true)
    try {
      const { url } = await addresses.download(mediaId)
      const link = document.createElement('a')
      link.href = url
      // Its name is the server's to say; without the attribute a failed download would replace the page.
      link.download = ''
      link.click()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      toast.error(texts.notDownloaded(name), { description: error.message })
    } finally {
      setIsLoading(false)
    }
  }

  return (
    <Button
      size="small"
      icon={<Download />}
      isLoading={isLoading}
      aria-label={texts.downloadNamed(name)}
      onClick={() => void download()}
    >
      {texts.download}
    </Button>
  )
}
