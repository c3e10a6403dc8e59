/* The sandbox's stand-in for checkout.razorpay.com/v1/checkout.js: same global, options and callbacks. */
;(function defineRazorpay() {
  'use strict'

  const SCRIPT_URL = document.currentScript
    ? document.currentScript.src
    : document.querySelector('script[src*="/v1/checkout.js"]').src
  const SANDBOX_ORIGIN = new URL(SCRIPT_URL).origin
  const NARROW = window.matchMedia('(max-width: 799px)')

  function setStyles(element, styles) {
    // Set through the CSSOM, which a host page's style-src doesn't forbid.
    for (const [name, value] of Object.entries(styles)) element.style.setProperty(name, value)
  }

  function frameAddress(options) {
    const address = new URL('/v1/checkout/public', SANDBOX_ORIGIN)
    const prefill = options.prefill || {}
    const fields = {
      key_id: options.key,
      subscription_id: options.subscription_id,
      origin: window.location.origin,
      name: options.name,
      description: options.description,
      image: options.image,
      color: options.theme && options.theme.color,
      prefill_name: prefill.name,
      prefill_email: prefill.email,
      prefill_contact: prefill.contact,
      card_change: options.subscription_card_change ? '1' : '',
    }
    for (const [name, value] of Object.entries(fields)) {
      if (value) address.searchParams.set(name, String(value))
    }
    return address.href
  }

  function submitTo(url, fields) {
    const form = document.createElement('form')
    form.method = 'post'
    form.action = url
    for (const [name, value] of Object.entries(fields)) {
      const input = document.createElement('input')
      input.type = 'hidden'
      input.name = name
      input.value = value
      form.append(input)
    }
    document.body.append(form)
    form.submit()
  }

  function layOut(frame) {
    const isNarrow = NARROW.matches
    setStyles(frame, {
      width: isNarrow ? '100%' : 'min(880px, 100%)',
      height: isNarrow ? '100%' : 'min(640px, 100%)',
      'border-radius': isNarrow ? '0' : '16px',
    })
  }

  function buildDialog(options) {
    const dialog = document.createElement('dialog')
    dialog.setAttribute('aria-label', 'Payment')
    dialog.dataset.razorpayCheckout = 'open'
    setStyles(dialog, {
      position: 'fixed',
      inset: '0',
      width: '100%',
      height: '100%',
      'max-width': '100%',
      'max-height': '100%',
      margin: '0',
      padding: '0',
      border: '0',
      'box-sizing': 'border-box',
      display: 'grid',
      'place-items': 'center',
      background: (options.theme && options.theme.backdrop_color) || 'rgb(10 14 12 / 60%)',
      'z-index': '2147483647',
    })
    const frame = document.createElement('iframe')
    frame.title = 'Secure payment form'
    frame.name = 'razorpay-checkout-frame'
    setStyles(frame, { border: '0', display: 'block', background: 'Canvas' })
    layOut(frame)
    frame.src = frameAddress(options)
    dialog.append(frame)
    return { dialog, frame }
  }

  function isSilent(modal, reason) {
    return (
      (reason === 'escape' && modal.escape === false) ||
      (reason === 'backdrop' && modal.backdropclose !== true)
    )
  }

  /** `new Razorpay(options)`: a constructor that returns its own object. */
  function Razorpay(options) {
    if (!options || !options.key) throw new Error('No key passed')
    const modal = options.modal || {}
    const listeners = new Map()
    let removeView = null

    function on(event, listener) {
      listeners.set(event, [...(listeners.get(event) || []), listener])
    }

    function close() {
      if (removeView !== null) removeView()
      removeView = null
    }

    function dismiss(reason) {
      if (removeView === null || isSilent(modal, reason)) return
      const isAsked = modal.confirm_close && reason !== 'timeout' && reason !== 'failed'
      if (isAsked && !window.confirm('Are you sure you want to exit the payment?')) return
      close()
      if (typeof modal.ondismiss === 'function') modal.ondismiss(reason)
    }

    function succeed(response) {
      close()
      const hasHandler = typeof options.handler === 'function'
      if (options.callback_url && (options.redirect || !hasHandler)) submitTo(options.callback_url, response)
      else if (hasHandler) options.handler(response)
    }

    function fail(error) {
      for (const listener of listeners.get('payment.failed') || []) listener({ error })
      if (options.retry && options.retry.enabled === false) dismiss('failed')
    }

    function open() {
      if (removeView !== null) return
      const { dialog, frame } = buildDialog(options)
      const { overflow } = document.documentElement.style

      function receive(message) {
        if (message.origin !== SANDBOX_ORIGIN || message.source !== frame.contentWindow) return
        const data = message.data || {}
        if (data.type === 'dismiss') dismiss(data.reason)
        if (data.type === 'success') succeed(data.response)
        if (data.type === 'failed') fail(data.error)
      }
      function resize() {
        layOut(frame)
      }

      window.addEventListener('message', receive)
      NARROW.addEventListener('change', resize)
      dialog.addEventListener('cancel', (event) => {
        event.preventDefault()
        dismiss('escape')
      })
      dialog.addEventListener('click', (event) => {
        if (event.target === dialog) dismiss('backdrop')
      })
      document.body.append(dialog)
      document.documentElement.style.overflow = 'hidden'
      // A modal dialog keeps focus inside, makes the page behind it inert and returns focus when closed.
      dialog.showModal()
      frame.focus()
      const timer = options.timeout ? setTimeout(() => dismiss('timeout'), options.timeout * 1000) : undefined

      removeView = () => {
        clearTimeout(timer)
        window.removeEventListener('message', receive)
        NARROW.removeEventListener('change', resize)
        document.documentElement.style.overflow = overflow
        dialog.close()
        dialog.remove()
      }
    }

    return { options, on, open, close }
  }

  window.Razorpay = Razorpay
})()
