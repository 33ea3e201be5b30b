/** Row-major 3x3 matrix of a projective transform. */
export type Matrix3 = readonly number[];
type Point = readonly [x: number, y: number];

export function project(matrix: Matrix3, [x, y]: Point): [number, number] {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 1] = matrix;
  const scale = g * x + h * y + i;
  return [(a * x + b * y + c) / scale, (d * x + e * y + f) / scale];
}

export function invert(matrix: Matrix3): Matrix3 {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 1] = matrix;
  const adjugate = [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ];
  const last = adjugate[8] ?? 1;
  return adjugate.map((value) => value / last);
}

/** The homography that takes four source points to four target points (direct linear transform). */
export function homographyBetween(source: readonly Point[], target: readonly Point[]): Matrix3 {
  const rows: number[][] = [];
  source.forEach(([x, y], index) => {
    const [u, v] = target[index] ?? [0, 0];
    rows.push([x, y, 1, 0, 0, 0, -u * x, -u * y, u]);
    rows.push([0, 0, 0, x, y, 1, -v * x, -v * y, v]);
  });
  return [...solve(rows), 1];
}

/** Solves the augmented linear system by elimination with row pivoting. */
function solve(rows: number[][]): number[] {
  const size = rows.length;
  const cell = (row: number, column: number): number => rows[row]?.[column] ?? 0;
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let row = column + 1; row < size; row++) {
      if (Math.abs(cell(row, column)) > Math.abs(cell(pivot, column))) pivot = row;
    }
    const top = rows[pivot] ?? [];
    rows[pivot] = rows[column] ?? [];
    rows[column] = top.map((value) => value / (top[column] ?? 1));
    for (let row = 0; row < size; row++) {
      if (row === column) continue;
      const factor = cell(row, column);
      rows[row] = (rows[row] ?? []).map((value, index) => value - factor * cell(column, index));
    }
  }
  return rows.map((row) => row[size] ?? 0);
}
