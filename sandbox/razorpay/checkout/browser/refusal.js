/* A checkout that cannot be paid can still be closed. */
;(function runRefusalPage() {
  'use strict'

  const { hostOrigin } = document.querySelector('[data-host-origin]').dataset
  function dismiss(reason) {
    if (hostOrigin !== '') window.parent.postMessage({ type: 'dismiss', reason }, hostOrigin)
  }
  document.querySelector('[data-dismiss]')?.addEventListener('click', () => dismiss('close'))
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') dismiss('escape')
  })
})()
