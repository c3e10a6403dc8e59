import { Copy } from 'lucide-react'
import { useEffect, useId } from 'react'

import { addApp, beginApp, getLoggedInUser, getSecurity } from '#contract/accounts/calls.ts'
import { proofMessages } from '#contract/accounts/proof-messages.ts'
import { readCode } from '#contract/accounts/proof-rules.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { useMutation } from '#web/api/queries.ts'
import { useCallForm } from '#web/features/form/use-call-form.ts'
import { FormError } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'

import { securityTexts } from './messages.ts'

const texts = securityTexts.app

/** Scan or type, then enter a code: three numbered steps in one dialog. */
export function AddAppDialog({
  isOpen,
  onClose,
  onAdded,
}: {
  isOpen: boolean
  onClose: () => void
  onAdded: (codes: string[] | null) => void
}) {
  const formId = useId()
  const { mutate: begin, ...begun } = useMutation(beginApp)
  const form = useCallForm(addApp, {
    initial: { code: '' },
    about: isOpen,
    check({ code }) {
      if (readCode(code)?.kind === 'app') return {}
      return { code: code === '' ? proofMessages.appCode : proofMessages.factorCodeFormat }
    },
    input: (values) => values,
    refreshes: [getSecurity, getLoggedInUser],
    onDone({ recoveryCodes }) {
      toast.success(proofMessages.appAdded)
      onAdded(recoveryCodes)
    },
  })
  useEffect(() => {
    if (isOpen) begin({ input: {} })
  }, [isOpen, begin])

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      canDismiss={!form.isSaving}
      title={texts.title}
      description={texts.intro}
      footer={
        begun.data && (
          <>
            <Button onClick={onClose} disabled={form.isSaving}>
              {securityTexts.cancel}
            </Button>
            <Button type="submit" form={formId} variant="primary" isLoading={form.isSaving}>
              {texts.confirm}
            </Button>
          </>
        )
      }
    >
      {begun.data ? (
        <form id={formId} {...form.props}>
          <FormError className="mb-4">{form.problem}</FormError>
          <ol className="space-y-6">
            <Step number={1} says={texts.scan}>
              <QrCode qr={begun.data.qr} />
              <p className="mt-4 text-sm text-ink-soft">{texts.type}</p>
              <TypedKey secret={begun.data.secret} />
            </Step>
            <Step number={2} says={texts.enter}>
              <TextField
                {...form.field('code')}
                label={texts.code}
                isLabelHidden
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={7}
                dir="ltr"
                inputClassName="font-mono tracking-widest"
                className="max-w-56"
                data-autofocus
              />
            </Step>
          </ol>
        </form>
      ) : begun.isError ? (
        <ErrorState title={texts.failed} onRetry={() => begin({ input: {} })} isRetrying={begun.isPending}>
          {begun.error.message}
        </ErrorState>
      ) : (
        <>
          <output className="sr-only">{texts.loading}</output>
          <Skeleton shape="picture" className="size-48" />
        </>
      )}
    </Dialog>
  )
}

function Step({ number, says, children }: { number: number; says: string; children: React.ReactNode }) {
  return (
    <li className="flex gap-3">
      <span
        aria-hidden="true"
        className="grid size-7 shrink-0 place-items-center rounded-full bg-brand-soft text-sm font-semibold text-brand"
      >
        {number}
      </span>
      <div className="min-w-0 flex-1 pt-0.5">
        <p className="mb-3 font-medium">{says}</p>
        {children}
      </div>
    </li>
  )
}

/** Black on white in both themes: cameras read nothing else as surely. The key below says the same in letters. */
function QrCode({ qr }: Pick<OutputOf<typeof beginApp>, 'qr'>) {
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${qr.size} ${qr.size}`}
      shapeRendering="crispEdges"
      className="size-48 rounded-control border border-line bg-white"
    >
      <rect width={qr.size} height={qr.size} fill="#fff" />
      <path d={qr.path} fill="#000" />
    </svg>
  )
}

function TypedKey({ secret }: { secret: string }) {
  async function copy() {
    await navigator.clipboard.writeText(secret)
    toast.success(texts.copied)
  }
  return (
    <div className="mt-1 flex items-center gap-2">
      <code dir="ltr" className="min-w-0 font-mono text-sm wrap-anywhere">
        {(secret.match(/.{4}/g) ?? []).join(' ')}
      </code>
      <IconButton label={texts.copy} icon={<Copy aria-hidden="true" />} onClick={() => void copy()} />
    </div>
  )
}
