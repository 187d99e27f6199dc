/** The reference as a picture for the phone's gallery, drawn on the device; it shows no secret and no name. */
import { pictureWords as words } from '#domain/registrations/confirmation-words.ts'
import { saveFile } from '#site/lib/save-file.ts'

export interface ReferencePicture {
  companyName: string
  title: string
  reference: string
  sentOn: string
  /** Where it is followed, as it is typed. */
  followAt: string
  phone: string | undefined
}

const size = { width: 1080, height: 1080 }
const margin = 72
const serif = 'ui-serif, "Iowan Old Style", "Noto Serif", Georgia, serif'
const sans = 'system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif'
const mono = 'ui-monospace, "SF Mono", "Roboto Mono", monospace'
/** As in the stylesheet's tokens. */
const colours = {
  ink: '#16241c',
  stone: '#5b665f',
  sheet: '#fffefb',
  sand: '#f1eadb',
  indigo: '#27386b',
  millet: '#e0a526',
  paper: '#fbf8f1',
}

export async function saveReferencePicture(picture: ReferencePicture): Promise<void> {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, size)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser draws no pictures')
  draw(context, picture)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('The picture is empty')
  saveFile(`${picture.reference}.png`, blob)
}

function draw(context: CanvasRenderingContext2D, picture: ReferencePicture): void {
  const { companyName, title, reference, sentOn, followAt, phone } = picture
  const inner = size.width - 2 * margin
  fill(context, colours.sheet, 0, 0, size.width, size.height)
  drawBand(context, 0)
  write(context, companyName, 190, `600 44px ${serif}`, colours.ink, inner)
  write(context, title, 320, `400 42px ${sans}`, colours.stone, inner)
  write(context, reference, 460, `700 132px ${mono}`, colours.ink, inner)
  write(context, words.sentOn(sentOn), 560, `400 42px ${sans}`, colours.ink, inner)
  fill(context, colours.sand, 0, 650, size.width, size.height - 650)
  write(context, words.follow, 750, `400 38px ${sans}`, colours.ink, inner)
  write(context, followAt, 830, `600 48px ${sans}`, colours.indigo, inner)
  if (phone) write(context, words.call(phone), 930, `400 42px ${sans}`, colours.ink, inner)
  drawBand(context, size.height - 56)
}

function fill(context: CanvasRenderingContext2D, colour: string, ...box: [number, number, number, number]) {
  context.fillStyle = colour
  context.fillRect(...box)
}

function write(
  context: CanvasRenderingContext2D,
  text: string,
  baseline: number,
  font: string,
  colour: string,
  maxWidth: number,
): void {
  context.font = font
  context.fillStyle = colour
  context.fillText(text, margin, baseline, maxWidth)
}

/** The woven band of the pages, four times as large. */
function drawBand(context: CanvasRenderingContext2D, top: number): void {
  fill(context, colours.indigo, 0, top, size.width, 56)
  for (let left = 0, index = 0; left < size.width; left += 56, index++) {
    context.beginPath()
    context.moveTo(left, top + 28)
    context.lineTo(left + 28, top)
    context.lineTo(left + 56, top + 28)
    context.lineTo(left + 28, top + 56)
    context.closePath()
    if (index % 2 === 0) {
      context.fillStyle = colours.millet
      context.fill()
    } else {
      context.strokeStyle = colours.paper
      context.lineWidth = 5
      context.stroke()
    }
  }
}
