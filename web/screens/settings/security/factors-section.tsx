import { KeyRound, Smartphone, TriangleAlert } from 'lucide-react'
import { useState } from 'react'

import { hasPasskeys } from '#web/features/proof/passkey.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'

import { SettingsSection } from '../settings-section.tsx'
import { AddAppDialog } from './add-app-dialog.tsx'
import { AddPasskeyDialog } from './add-passkey-dialog.tsx'
import { FactorList } from './factor-list.tsx'
import type { Factor } from './factor.ts'
import { securityTexts } from './messages.ts'

const texts = securityTexts.factors

export function FactorsSection({
  factors,
  hasPassword,
  onCodes,
}: {
  factors: readonly Factor[]
  hasPassword: boolean
  /** The first factor brings recovery codes. */
  onCodes: (codes: string[] | null) => void
}) {
  const [adding, setAdding] = useState<Factor['kind'] | null>(null)
  const isNone = factors.length === 0
  const hasApp = factors.some(({ kind }) => kind === 'app')

  function close(codes: string[] | null) {
    setAdding(null)
    onCodes(codes)
  }

  return (
    <SettingsSection title={texts.title} hint={texts.hint}>
      {isNone ? (
        <div className="rounded-card border border-champagne-line bg-champagne p-5">
          <p className="flex items-start gap-3 font-semibold">
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-warn" />
            {hasPassword ? texts.noneTitle : texts.noneTitleGoogle}
          </p>
          <p className="mt-2 text-ink-soft sm:ps-8">{texts.none}</p>
        </div>
      ) : (
        <FactorList factors={factors} />
      )}
      <div className="mt-5 flex flex-col gap-3 sm:flex-row sm:flex-wrap">
        {hasPasskeys() && (
          <Button
            variant={isNone ? 'primary' : 'secondary'}
            icon={<KeyRound />}
            onClick={() => setAdding('passkey')}
          >
            {texts.addPasskey}
          </Button>
        )}
        {!hasApp && (
          <Button icon={<Smartphone />} onClick={() => setAdding('app')}>
            {texts.addApp}
          </Button>
        )}
      </div>
      {!hasPasskeys() && (
        <Banner tone="info" className="mt-4">
          {texts.noPasskeys}
        </Banner>
      )}
      <AddPasskeyDialog isOpen={adding === 'passkey'} onClose={() => setAdding(null)} onAdded={close} />
      <AddAppDialog isOpen={adding === 'app'} onClose={() => setAdding(null)} onAdded={close} />
    </SettingsSection>
  )
}
