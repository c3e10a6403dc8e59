-- Equal for usernames that look alike: `usernameKey` in contract/look-alikes.ts, which has the table by its letters.
-- Case is folded in between: a capital may look like another letter than the small one, which may look like a third.
create function username_key(username text) returns text language sql immutable strict parallel safe
return (select normalize(translate(lower(translate(normalize(username, nfkd), looks, plain)), looks, plain), nfc) from (values (
  'ɑαаᴀΑАᎪꓮⲁⲀʙвьΒВЬᏏᏴꓐƅЪβⲂᴄсСᏟꓚⲥⲤᴅԁᎠᏧꓓժԀᴇеεєΕЕᎬꓰҽ℮ꜰϝꓝϜքɡɢցᏀꓖԌԍʜһнհΗНᎻꓧҺⲎıɩɪιіΙІᎥꓲⲒᴊјϳЈͿᎫꓙյᴋκкΚКᏦꓗⲔϗʟᏞꓡǀլӏӀᴍмΜМᎷꓟⲘɴոпηΝꓠⲚᴏοоσօΟОՕꓳⲟⲞᴘρрΡРᏢꓑⲣⲢԛզԚʀгᏒꓣᎡꜱѕЅᏚꓢՏᴛтτΤТᎢꓔⲦᴜυսꓴՍʋᴠνѵѴᏙꓦᴡωԝԜᎳᏔꓪաхχΧХꓫⲬʏγуΥУүҮᎩꓬⲨᴢΖᏃꓜζⲌ',
  'aaaaaaaaaabbbbbbbbbbbbbcccccccdddddddeeeeeeeeeefffffggggggghhhhhhhhhhiiiiiiiiiijjjjjjjjkkkkkkkkklllllllmmmmmmmnnnnnnnooooooooooopppppppppqqqrrrrrssssssttttttttuuuuuuvvvvvvwwwwwwwwxxxxxxyyyyyyyyyyzzzzzz')) as alike (looks, plain));
