import { fromHsl, toHex } from '../../paint/color.js';
import type { Random } from '../../random.js';
import type { Point } from './homography.js';

const things = [pen, cup, coin, note, leaf, cable, box] as const;

/** A few everyday things strewn over a desk, as SVG elements without any text (so no font is needed). */
export function drawClutter(random: Random, width: number, height: number, count: number): string {
  const elements: string[] = [];
  for (let index = 0; index < count; index++) {
    const x = random.between(0, width);
    const y = random.between(0, height);
    const size = random.between(0.08, 0.22) * width;
    const angle = random.between(0, 360);
    const place = `translate(${fixed(x)} ${fixed(y)}) rotate(${fixed(angle)}) scale(${fixed(size / 100)})`;
    elements.push(`<g transform="${place}">${random.pick(things)(random)}</g>`);
  }
  return elements.join('');
}

/** The shadow that a page throws; `corners` in pixels, clockwise. */
export function drawPageShadow(random: Random, corners: readonly Point[], width: number): string {
  const dx = random.between(-0.02, 0.02) * width;
  const dy = random.between(0.004, 0.025) * width;
  const points = corners.map(([x, y]) => `${fixed(x + dx)},${fixed(y + dy)}`).join(' ');
  const softness = random.between(0.006, 0.016) * width;
  return (
    `<filter id="s" x="-20%" y="-20%" width="140%" height="140%">` +
    `<feGaussianBlur stdDeviation="${fixed(softness)}"/></filter>` +
    `<polygon points="${points}" fill="#000" opacity="0.5" filter="url(#s)"/>`
  );
}

function anyColor(random: Random): string {
  return toHex(fromHsl(random.between(0, 360), random.between(0.2, 0.8), random.between(0.2, 0.7)));
}

function pen(random: Random): string {
  const color = anyColor(random);
  return (
    `<rect x="-150" y="-2" width="300" height="18" rx="9" fill="#000" opacity=".3"/>` +
    `<rect x="-150" y="-9" width="260" height="18" rx="8" fill="${color}"/>` +
    `<rect x="-150" y="-6" width="260" height="4" fill="#fff" opacity=".5"/>` +
    `<path d="M110-9 L148-2 L148 2 L110 9z" fill="#c9c4b8"/><rect x="-148" y="-13" width="80" height="5" fill="#ddd"/>`
  );
}

function cup(random: Random): string {
  const color = anyColor(random);
  return (
    `<ellipse cx="12" cy="16" rx="88" ry="88" fill="#000" opacity=".3"/>` +
    `<circle r="84" fill="${color}"/><circle r="70" fill="#f4efe6"/><circle r="64" fill="#3a2114"/>` +
    `<ellipse cx="-14" cy="-18" rx="34" ry="22" fill="#7b4d2c" opacity=".7"/>` +
    `<path d="M80-18 q52 0 52 22 t-56 24" fill="none" stroke="${color}" stroke-width="15"/>`
  );
}

function coin(random: Random): string {
  const color = random.pick(['#c7a24b', '#b9bcc0', '#a9693d']);
  const rays = Array.from(
    { length: 12 },
    (_, ray) => `<rect x="-1.5" y="-34" width="3" height="13" transform="rotate(${ray * 30})" fill="#0006"/>`,
  );
  return (
    `<circle cx="4" cy="5" r="42" fill="#000" opacity=".3"/><circle r="40" fill="${color}"/>` +
    `<circle r="34" fill="none" stroke="#0005" stroke-width="3"/>${rays.join('')}<circle r="14" fill="#fff6"/>`
  );
}

function note(random: Random): string {
  const lines = Array.from({ length: 8 }, (_, line) => {
    const end = random.between(30, 95);
    return `<path d="M-90 ${line * 18 - 66} q40 ${fixed(random.between(-9, 9))} ${fixed(end)} 0 t${fixed(end * 0.8)} 0" fill="none" stroke="#2b3557" stroke-width="3"/>`;
  });
  const color = random.pick(['#fdfbf4', '#fff3a0', '#f6cfd8', '#d3ecdf']);
  return `<rect x="-104" y="-94" width="220" height="200" fill="#000" opacity=".25"/><rect x="-110" y="-100" width="220" height="200" fill="${color}"/>${lines.join('')}`;
}

function leaf(random: Random): string {
  const color = random.pick(['#5b7d3a', '#8a3b1f', '#c08a2b', '#3f5d34']);
  const veins = Array.from({ length: 7 }, (_, vein) => {
    const x = vein * 22 - 70;
    return `<path d="M${x} 0 l24 -26 M${x} 0 l24 26" stroke="#0004" stroke-width="2" fill="none"/>`;
  });
  return `<path d="M-110 0 Q-20 -80 110 0 Q-20 80 -110 0z" fill="${color}"/><path d="M-135 0H105" stroke="#0006" stroke-width="4"/>${veins.join('')}`;
}

function cable(random: Random): string {
  const bend = (): string => fixed(random.between(-120, 120));
  const path = `M-200 ${bend()} C -90 ${bend()} -60 ${bend()} 0 ${bend()} S 120 ${bend()} 210 ${bend()}`;
  return `<path d="${path}" fill="none" stroke="#0006" stroke-width="13" transform="translate(4 6)"/><path d="${path}" fill="none" stroke="${random.pick(['#f0efec', '#222', '#6a7a8c'])}" stroke-width="9"/>`;
}

function box(random: Random): string {
  const color = anyColor(random);
  return (
    `<rect x="-84" y="-52" width="190" height="128" fill="#000" opacity=".32"/><rect x="-95" y="-64" width="190" height="128" rx="8" fill="${color}"/>` +
    `<rect x="-95" y="-20" width="190" height="30" fill="#fff" opacity=".75"/><circle cx="58" cy="-4" r="34" fill="${anyColor(random)}"/>` +
    `<path d="M-80 36 h90 M-80 48 h60 M-80 -46 h40" stroke="#fff" stroke-width="5" opacity=".8"/>`
  );
}

function fixed(value: number): string {
  return value.toFixed(2);
}
