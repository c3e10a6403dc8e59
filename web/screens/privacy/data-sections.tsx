import type { LegalSection } from '#web/features/site/legal-page.tsx'

export const DATA_SECTIONS: readonly LegalSection[] = [
  { id: 'collected', title: 'Information we collect', body: <Collected /> },
  { id: 'use', title: 'How we use it', body: <Use /> },
  { id: 'sharing', title: 'Who we share it with', body: <Sharing /> },
]

function Collected() {
  return (
    <>
      <p>What you give us:</p>
      <ul>
        <li>
          <strong>Your account:</strong> name, username, email address and password; a country and a picture
          if you add them; that you confirmed your age. Of the password we keep only a hash, from which it
          cannot be recovered.
        </li>
        <li>
          <strong>Signing in with Google:</strong> your name, email address, picture and the number by which
          Google knows you. We never see your Google password.
        </li>
        <li>
          <strong>A creator page:</strong> its name, handle, texts and pictures, your plans and your posts. We
          remove the data that cameras put into pictures, such as the location.
        </li>
        <li>
          <strong>What you write to us,</strong> when you write to us.
        </li>
      </ul>
      <p>What we collect as you use Cheers:</p>
      <ul>
        <li>
          <strong>Memberships and payments:</strong> which plan you joined, when, amounts, dates, and the
          payment provider’s numbers for them. We do not see the details of your card or account.
        </li>
        <li>
          <strong>Sessions:</strong> when you signed in, when you were last there, and what your browser calls
          itself, so that you can be kept signed in and strangers kept out.
        </li>
        <li>
          <strong>Technical records:</strong> the addresses requests come from, to limit attempts at passwords
          and to keep the service up, and records of errors.
        </li>
      </ul>
      <p>
        In your browser we keep one cookie and an entry that together hold your session, a cookie that
        recognises this browser for a year so that nobody else’s wrong guesses at your password hold you up,
        your drafts, and the list of pages you visited last. That list never leaves your browser. There are no
        advertising cookies, no trackers, and no third-party analytics.
      </p>
    </>
  )
}

function Use() {
  return (
    <>
      <p>We use this information:</p>
      <ul>
        <li>to run your account and to show you what your memberships open;</li>
        <li>to take payments, pay creators, and keep the books the law requires;</li>
        <li>to write to you about your account: activation, receipts, changes to your plans;</li>
        <li>to tell you of new posts by creators you support, until you switch that off in your settings;</li>
        <li>to answer you, and to prevent fraud and misuse.</li>
      </ul>
      <p>
        Marketing messages are opt-in only: we send none unless you have chosen to receive them, and you can
        change your mind at any time. We do not sell your information, and no decision about you with legal
        effect is made by a machine alone.
      </p>
    </>
  )
}

function Sharing() {
  return (
    <>
      <p>Your information is shown or passed on only like this:</p>
      <ul>
        <li>
          <strong>With everyone:</strong> a creator page and its free posts. Posts for members are shown to
          those whose plan opens them.
        </li>
        <li>
          <strong>With the creator you support:</strong> your name, your plan, and what you paid and when. Not
          your email address.
        </li>
        <li>
          <strong>With those who work for us:</strong> the companies named under “Third parties”, as far as
          their task requires it.
        </li>
        <li>
          <strong>With authorities,</strong> when the law obliges us to.
        </li>
        <li>
          <strong>With a successor,</strong> should another operator take over Cheers; we tell you beforehand.
        </li>
      </ul>
    </>
  )
}
