import { Component, type ReactNode } from 'react'

import { platformFailures } from '#contract/http/route.ts'
import { Button } from '#web/ui/button.tsx'

import { shellTexts as texts } from './messages.ts'

interface Props {
  /** A change of this tries again: another page is another chance. */
  resetsOn?: string
  children: ReactNode
}

interface State {
  hasFailed: boolean
  resetsOn: string | undefined
}

/** A plain page in place of one that crashed. React offers this only for classes. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false, resetsOn: this.props.resetsOn }

  static getDerivedStateFromError(): Partial<State> {
    return { hasFailed: true }
  }

  static getDerivedStateFromProps({ resetsOn }: Props, state: State): State | null {
    return resetsOn === state.resetsOn ? null : { hasFailed: false, resetsOn }
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <Crashed /> : this.props.children
  }
}

function Crashed() {
  return (
    <div
      role="alert"
      className="mx-auto flex min-h-[70dvh] max-w-form flex-col items-start justify-center px-4 py-16 sm:px-6"
    >
      <h1 className="font-display text-3xl">{platformFailures.internal.message}</h1>
      <p className="mt-4 text-lg text-ink-soft">{texts.crashedHelp}</p>
      {/* A chunk that failed to load stays failed until the page is reloaded. */}
      <Button variant="primary" className="mt-8" onClick={() => window.location.reload()}>
        {texts.crashedRetry}
      </Button>
    </div>
  )
}
