import { KeyRound, Pencil, Smartphone } from 'lucide-react'
import { useState } from 'react'

import { getLoggedInUser, getSecurity, removeFactor } from '#contract/accounts/calls.ts'
import { proofMessages } from '#contract/accounts/proof-messages.ts'
import { useMutation } from '#web/api/queries.ts'
import { RichText } from '#web/features/rich-text/rich-text.tsx'
import { When } from '#web/features/time/when.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { toast } from '#web/ui/toast.tsx'

import { type Factor, nameOf } from './factor.ts'
import { securityTexts } from './messages.ts'
import { RenameDialog } from './rename-dialog.tsx'

const texts = securityTexts.factors

export function FactorList({ factors }: { factors: readonly Factor[] }) {
  const [removing, setRemoving] = useState<Factor | null>(null)
  const [renaming, setRenaming] = useState<Factor | null>(null)
  const remove = useMutation(removeFactor, { refreshes: [getSecurity, getLoggedInUser] })

  return (
    <>
      <ul className="divide-y divide-line rounded-card border border-line bg-paper-raised">
        {factors.map((factor) => (
          <li key={factor._id} className="flex items-center gap-3 p-4 sm:gap-4">
            <Icon kind={factor.kind} />
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium wrap-anywhere">
                {nameOf(factor)}
                {factor.isSynced && <Badge tone="good">{texts.synced}</Badge>}
              </p>
              <p className="text-sm text-ink-faint">
                <RichText
                  text={factor.lastUsedAt === null ? texts.added : texts.addedAndUsed}
                  slots={{
                    moment: <When moment={factor.addedAt} />,
                    used: <When moment={factor.lastUsedAt ?? factor.addedAt} />,
                  }}
                />
              </p>
            </div>
            {factor.kind === 'passkey' && (
              <IconButton
                label={texts.rename(nameOf(factor))}
                icon={<Pencil aria-hidden="true" />}
                onClick={() => setRenaming(factor)}
              />
            )}
            <Button
              size="small"
              onClick={() => {
                remove.reset()
                setRemoving(factor)
              }}
            >
              <RichText text={texts.remove(nameOf(factor))} />
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        isOpen={removing !== null}
        title={removing && texts.removeTitle(nameOf(removing))}
        body={factors.length === 1 ? texts.removeLastBody : texts.removeBody}
        confirmLabel={texts.confirmRemove}
        isDanger
        isPending={remove.isPending}
        error={remove.error?.message}
        onCancel={() => setRemoving(null)}
        onConfirm={() =>
          removing &&
          remove.mutate(
            { input: { factorId: removing._id } },
            {
              onSuccess: () => {
                setRemoving(null)
                toast.success(
                  removing.kind === 'app' ? proofMessages.appRemoved : proofMessages.passkeyRemoved,
                )
              },
            },
          )
        }
      />
      <RenameDialog factor={renaming} onClose={() => setRenaming(null)} />
    </>
  )
}

function Icon({ kind }: Pick<Factor, 'kind'>) {
  const Shown = kind === 'app' ? Smartphone : KeyRound
  return (
    <span
      aria-hidden="true"
      className="grid size-10 shrink-0 place-items-center rounded-full bg-brand-soft text-brand"
    >
      <Shown className="size-5" />
    </span>
  )
}
