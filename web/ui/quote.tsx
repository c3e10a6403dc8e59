/** What somebody wrote, under a line that says who or when. */
export function Quote({ title, words }: { title: string; words: string }) {
  return (
    <figure>
      <figcaption className="text-sm font-medium text-ink-soft">{title}</figcaption>
      <blockquote
        dir="auto"
        className="mt-2 max-h-72 overflow-y-auto rounded-control bg-wash px-4 py-3 text-base wrap-break-word whitespace-pre-wrap text-ink"
      >
        {words}
      </blockquote>
    </figure>
  )
}
