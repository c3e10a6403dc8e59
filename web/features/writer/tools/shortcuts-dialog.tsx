import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

import { writerTexts } from '../messages.ts'

const texts = writerTexts.shortcuts

/** The keys that a browser on this machine takes for commands. */
function keysOf() {
  const isApple = /mac|iphone|ipad/i.test(navigator.userAgent)
  return isApple ? { mod: texts.mac, alt: texts.option } : { mod: texts.control, alt: texts.alt }
}

function rows(): { name: keyof typeof texts.rows; keys: string[] }[] {
  const { mod, alt } = keysOf()
  return [
    { name: 'bold', keys: [mod, 'B'] },
    { name: 'italic', keys: [mod, 'I'] },
    { name: 'link', keys: [mod, 'K'] },
    { name: 'heading', keys: [mod, alt, '2'] },
    { name: 'subheading', keys: [mod, alt, '3'] },
    { name: 'bullets', keys: [mod, texts.shift, '8'] },
    { name: 'numbers', keys: [mod, texts.shift, '7'] },
    { name: 'quote', keys: [mod, texts.shift, 'B'] },
    { name: 'code', keys: [mod, alt, 'C'] },
    { name: 'paywall', keys: [mod, texts.shift, texts.enter] },
    { name: 'moveUp', keys: [alt, texts.up] },
    { name: 'moveDown', keys: [alt, texts.down] },
    { name: 'pictures', keys: [texts.enter] },
    { name: 'undo', keys: [mod, 'Z'] },
    { name: 'redo', keys: [mod, texts.shift, 'Z'] },
    { name: 'menu', keys: ['/'] },
    { name: 'toolbar', keys: [alt, 'F10'] },
    { name: 'handle', keys: [texts.tab] },
    { name: 'save', keys: [mod, 'S'] },
    { name: 'help', keys: [mod, '/'] },
  ]
}

/** Everything the keyboard can do in the editor. */
export function ShortcutsDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={texts.title} description={texts.typing}>
      <dl className="divide-y divide-line">
        {rows().map(({ name, keys }) => (
          <div key={name} className="flex items-center justify-between gap-4 py-2">
            <dt className="text-base">{texts.rows[name]}</dt>
            <dd className="flex shrink-0 gap-1" dir="ltr">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="min-w-7 rounded-small border border-line bg-wash px-1.5 py-0.5 text-center font-mono text-sm text-ink-soft"
                >
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      {/* With it, the list can be scrolled by keyboard. */}
      <Button className="mt-5" onClick={onClose}>
        {texts.close}
      </Button>
    </Dialog>
  )
}
