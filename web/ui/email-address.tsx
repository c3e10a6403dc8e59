/** A longer piece has to break somewhere, or it widens the page. */
const WHOLE_PIECE_MAX_LENGTH = 24

/** An email address, which breaks after its @ and before its dots, as people read it. */
export function EmailAddress({ children = '', className }: { children?: string; className?: string }) {
  return (
    <span dir="ltr" className={className}>
      {pieces(children).map((piece, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- pieces have no name but their place
        <span key={index}>
          {index > 0 && <wbr />}
          <span className={piece.length > WHOLE_PIECE_MAX_LENGTH ? 'wrap-anywhere' : 'whitespace-nowrap'}>
            {piece}
          </span>
        </span>
      ))}
    </span>
  )
}

function pieces(address: string): string[] {
  return address.split(/(?<=@)|(?=\.)/)
}
