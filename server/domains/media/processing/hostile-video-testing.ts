import fs from 'node:fs/promises'
import path from 'node:path'

/** Runs a program to its end. */
type Execute = (program: string, args: string[]) => Promise<unknown>

/** Ordinary and slightly broken videos that give ffmpeg no poster at the usual place. Needs ffmpeg. */
export async function makeHostileVideos(
  folder: string,
  execute: Execute,
): Promise<{ name: string; file: string }[]> {
  const make = async (name: string, pictureSeconds: number, soundSeconds: number) => {
    const file = path.join(folder, `${name.replaceAll(' ', '-')}.mp4`)
    const picture = `-f lavfi -i testsrc2=size=160x90:rate=25:duration=${pictureSeconds}`
    const sound = `-f lavfi -i sine=frequency=330:duration=${soundSeconds}`
    const codecs = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac'
    await execute('ffmpeg', [...`-v error -y ${picture} ${sound} ${codecs}`.split(' '), file])
    return { name, file }
  }
  const lying = await make('an absurd length of the whole', 1, 1)
  await lie(lying.file, 'mvhd', 20)
  const lyingTrack = await make('an absurd length of its picture', 1, 1)
  await lie(lyingTrack.file, 'mdhd', 20)
  return [await make('sound longer than picture', 1, 20), lying, lyingTrack]
}

/** Writes the largest length into the first box of a type, `at` bytes after its name. */
async function lie(file: string, box: string, at: number): Promise<void> {
  const bytes = await fs.readFile(file)
  bytes.writeUInt32BE(0x7f_ff_ff_ff, bytes.indexOf(box) + at)
  await fs.writeFile(file, bytes)
}
