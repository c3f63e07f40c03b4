'use strict';
// The boards of this page, one at a time: the address says which (`#2`), and another one is shown by loading the page
// again. Cells are numbers in row-major order: a1 is 0. All answers come from the row diagram in the board's data: its
// paths from the first level to the last are the solutions.

const PLACED = 1, EXCLUDED = -1;
const boards = JSON.parse(document.getElementById('data').textContent);

// What the browser keeps. A browser that refuses to keep anything forgets it all.
const storage = {
  read(key) {
    try { return JSON.parse(localStorage.getItem(`configurator ${key}`)); } catch { return null; }
  },
  write(key, value) {
    try { localStorage.setItem(`configurator ${key}`, JSON.stringify(value)); } catch { /* It is full or switched off. */ }
  },
};
const pageKey = `page ${boards.length} ${boards[0].id}`;
const asked = Number(location.hash.slice(1)) || storage.read(pageKey) || 1;
const shown = Math.min(Math.max(Math.trunc(asked), 1), boards.length);
const data = boards[shown - 1];
const { rows, columns } = data;
const tellsAll = data.assist === 'full', showsAttacks = data.assist !== 'none';
const cells = Array.from({ length: rows * columns }, (_, cell) => cell);
const holes = new Set(data.holes);
const regions = data.regions && [...data.regions];
const regionName = letter => `region ${letter} (${data.colors[letter][1]})`;
const kept = new Map(data.kept.map(([cell, isPlaced]) => [cell, isPlaced ? PLACED : EXCLUDED]));

const columnName = column =>
  (column < 26 ? '' : columnName(Math.floor(column / 26) - 1)) + String.fromCharCode(97 + column % 26);
const nameOf = cell => columnName(cell % columns) + (Math.floor(cell / columns) + 1);
const listed = all => {
  const names = all.map(nameOf);
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
};
const counted = (number, word) => `${grouped(number)} ${word}${number == 1 ? '' : 's'}`;
const sentence = words => `${words[0].toUpperCase()}${words.slice(1)}.`;
const grouped = number => String(number).replace(/\B(?=(\d{3})+$)/g, '\u202f');

// --- The diagram ---------------------------------------------------------------------------------------------------

// For each level its cells, the index of each node's first arc, and for each arc the cell with a piece (-1 without a
// piece) and the index of the node in the next level.
const levels = data.levels && data.levels.map(({ cells, nodes }) => {
  const first = [0], piece = [], to = [];
  for (let at = 0; at < nodes.length;) {
    for (let arcs = nodes[at++]; arcs > 0; arcs--) {
      const choice = nodes[at++];
      piece.push(choice ? cells[choice - 1] : -1);
      to.push(nodes[at++]);
    }
    first.push(to.length);
  }
  return { cells, first: Int32Array.from(first), piece: Int32Array.from(piece), to: Int32Array.from(to) };
});
const fixed = new Set(data.fixed);
const varying = new Set((levels || []).flatMap(level => level.cells));
const neverPlaced = cells.filter(cell => !varying.has(cell) && !fixed.has(cell));
const nodesBefore = level => level < levels.length ? levels[level].first.length - 1 : 1;

// The cells that are decided, as an array with PLACED, EXCLUDED or 0 for each cell.
const valuesOf = decisions => {
  const values = new Int8Array(cells.length);
  kept.forEach((value, cell) => { values[cell] = value; });
  decisions.forEach(([cell, value]) => { values[cell] = value; });
  return values;
};

// Calls `each(node, arc)` for the arcs of a level that agree with the decisions. False if none can.
function forArcs(level, values, isWanted, each) {
  const placed = level.cells.filter(cell => values[cell] === PLACED);
  if (placed.length > 1) return false;
  const only = placed.length ? placed[0] : -1;
  const { first, piece } = level;
  for (let node = 0; node + 1 < first.length; node++) {
    if (!isWanted(node)) continue;
    for (let arc = first[node]; arc < first[node + 1]; arc++) {
      const cell = piece[arc];
      if (only >= 0 ? cell === only : cell < 0 || values[cell] !== EXCLUDED) each(node, arc);
    }
  }
  return true;
}

// The nodes of each level to which a path leads; null if there is no solution.
function reached(values) {
  const isBroken = !levels || data.fixed.some(cell => values[cell] === EXCLUDED);
  if (isBroken || neverPlaced.some(cell => values[cell] === PLACED)) return null;
  const all = [Uint8Array.of(1)];
  for (const [number, level] of levels.entries()) {
    const next = new Uint8Array(nodesBefore(number + 1));
    let isAny = false;
    forArcs(level, values, node => all[number][node], (_, arc) => { next[level.to[arc]] = 1; isAny = true; });
    if (!isAny) return null;
    all.push(next);
  }
  return all;
}
const hasSolution = values => reached(values) !== null;

// The number of solutions, the number with a piece on each cell, and the numbers below each node.
function census(values) {
  const counts = cells.map(() => 0n);
  const nodes = reached(values);
  if (!nodes) return { total: 0n, counts };
  const below = nodes.map(level => new Array(level.length).fill(0n));
  below[levels.length][0] = 1n;
  for (let number = levels.length - 1; number >= 0; number--) {
    const level = levels[number], here = below[number], next = below[number + 1];
    forArcs(level, values, node => nodes[number][node], (node, arc) => { here[node] += next[level.to[arc]]; });
  }
  let above = [1n];
  for (const [number, level] of levels.entries()) {
    const next = new Array(nodes[number + 1].length).fill(0n), here = below[number], after = below[number + 1];
    forArcs(level, values, node => nodes[number][node] && here[node], (node, arc) => {
      const to = level.to[arc], cell = level.piece[arc];
      if (!after[to]) return;
      if (cell >= 0) counts[cell] += above[node] * after[to];
      next[to] += above[node];
    });
    above = next;
  }
  const total = below[0][0];
  fixed.forEach(cell => { counts[cell] = total; });
  return { total, counts, below };
}

// A whole number below `limit`, each equally likely.
function randomBelow(limit) {
  const bytes = new Uint8Array(Math.ceil(limit.toString(16).length / 2));
  for (;;) {
    crypto.getRandomValues(bytes);
    const number = bytes.reduce((number, byte) => number << 8n | BigInt(byte), 0n);
    const range = 1n << BigInt(8 * bytes.length);
    if (number < range - range % limit) return number % limit;
  }
}

// The pieces of a solution, each solution equally likely.
function randomSolution(values, { total, below }) {
  let rest = randomBelow(total), at = 0;
  const pieces = [...data.fixed];
  for (const [number, level] of levels.entries()) {
    let found = -1;
    forArcs(level, values, node => node === at, (_, arc) => {
      if (found >= 0) return;
      const ways = below[number + 1][level.to[arc]];
      if (rest < ways) found = arc; else rest -= ways;
    });
    if (level.piece[found] >= 0) pieces.push(level.piece[found]);
    at = level.to[found];
  }
  return pieces;
}

// A minimal list of decisions that rule out a wish ([cell, value]), or all solutions if it is null.
function reason(decisions, wish) {
  const left = decisions.filter(([cell]) => !wish || cell !== wish[0]);
  if (wish && wish[1] === PLACED) {
    const values = valuesOf(left);
    const attacker = [...kept.keys(), ...left.map(([cell]) => cell)]
      .find(cell => values[cell] === PLACED && data.attacks[cell].includes(wish[0]));
    if (attacker !== undefined) return [attacker];
  }
  const values = valuesOf(wish ? [...left, wish] : left);
  return left.filter(([cell, value]) => {
    values[cell] = 0;
    const isNeeded = hasSolution(values);
    if (isNeeded) values[cell] = value;
    return isNeeded;
  }).map(([cell]) => cell);
}

// --- The position --------------------------------------------------------------------------------------------------

const storedProgress = tellsAll ? null : storage.read(data.id);
const isFree = ([cell]) => cells.includes(cell) && !kept.has(cell) && !holes.has(cell);
const restored = list => (list || []).map(decisions => decisions.filter(isFree));
let decisions = storedProgress
  ? restored([storedProgress.decisions])[0]
  : data.decisions.map(([cell, isPlaced]) => [cell, isPlaced ? PLACED : EXCLUDED]);
let undone = restored(storedProgress?.undone), done = restored(storedProgress?.done);
let values, known, states, reasons;
let cursor = cells.find(cell => !holes.has(cell)) ?? 0;
let taps = PLACED, isHot = false, marked = new Map(), hintStage = 0;
// True if the page crosses out what placed pieces rule out, and the cells where it does.
let isCrossing = storage.read('crosses') === true, automatic = new Set();

// The clock: milliseconds until it last stopped, when it was started since (0 while it stands), and the time of the
// solution. It runs from the first change on, while the page is seen.
let spent = storedProgress?.spent || 0, since = 0, solvedAfter = storedProgress?.solvedAfter ?? null;
const elapsed = () => spent + (since ? Date.now() - since : 0);
const startClock = () => { if (!tellsAll && solvedAfter === null && !document.hidden) since ||= Date.now(); };
const stopClock = () => { [spent, since] = [elapsed(), 0]; };

// Number of undo steps that are kept over a reload.
const KEPT_STEPS = 50;
function keepProgress() {
  if (tellsAll) return;
  const [before, after] = [done, undone].map(list => list.slice(-KEPT_STEPS));
  storage.write(data.id, { decisions, done: before, undone: after, spent: elapsed(), solvedAfter });
}

const attackersOf = cell => cells.filter(other => values[other] === PLACED && data.attacks[other].includes(cell));
const conflictsOf = cell =>
  showsAttacks && values[cell] === PLACED ? attackersOf(cell) : [];

// True if the rest of the only solution is placed by the page.
const completes = () => decisions.length > 0 && known.total === 1n;

function stateOf(cell) {
  if (holes.has(cell)) return 'hole';
  if (values[cell] === PLACED) return kept.has(cell) ? 'given' : 'placed';
  if (values[cell] === EXCLUDED || automatic.has(cell)) return 'excluded';
  if (tellsAll && known.counts[cell] > 0n) {
    return completes() ? 'completed' : known.counts[cell] === known.total ? 'forced' : 'possible';
  }
  if (showsAttacks && attackersOf(cell).length) return 'attacked';
  return tellsAll ? 'impossible' : 'possible';
}

function reasonOf(cell) {
  if (!reasons.has(cell)) {
    const wish = [cell, ['forced', 'completed'].includes(states[cell]) ? EXCLUDED : PLACED];
    reasons.set(cell, reason(decisions, wish));
  }
  return reasons.get(cell);
}

// What a screen reader says of a cell, and the line below the board.
function describe(cell) {
  const state = states[cell], parts = [nameOf(cell)];
  if (regions && regions[cell] !== '.') parts.push(regionName(regions[cell]));
  if (tellsAll && ['impossible', 'attacked', 'forced', 'completed'].includes(state)) {
    const because = reasonOf(cell);
    parts.push(state, because.length ? `because of ${listed(because)}` : 'by the rules and the givens');
  } else if (tellsAll && state === 'possible') {
    const percent = squares[cell].number.textContent;
    parts.push(state, ...(percent ? [percent] : []), `in ${grouped(known.counts[cell])} of ${counted(known.total, 'solution')}`);
  } else if (state === 'possible') {
    parts.push('empty');
  } else if (state === 'attacked') {
    parts.push(`attacked by ${listed(attackersOf(cell))}`);
  } else {
    parts.push(state !== 'excluded' ? state : automatic.has(cell) ? 'ruled out by the pieces' : wordFor(EXCLUDED));
    if (conflictsOf(cell).length) parts.push(`in conflict with ${listed(conflictsOf(cell))}`);
  }
  return parts.join(', ');
}

function change(next, words) {
  done.push(decisions);
  undone = [];
  decisions = next;
  startClock();
  update(words);
}

function move(from, to, words) {
  if (!from.length) return say(`Nothing to ${words}.`);
  to.push(decisions);
  decisions = from.pop();
  update('');
}

function update(words) {
  values = valuesOf(decisions);
  if (tellsAll) known = census(values);
  automatic = isCrossing && hasCrosses ? ruledOut() : new Set();
  states = cells.map(stateOf);
  [reasons, marked, hintStage] = [new Map(), new Map(), 0];
  const isSolved = !tellsAll && solvedAfter === null && isComplete();
  if (isSolved) {
    stopClock();
    solvedAfter = spent;
  }
  say(isSolved ? solvedText() : words);
  showTime();
  draw();
  keepProgress();
}

const solvedText = () =>
  `Solved in ${clockText(solvedAfter)}.${shown < boards.length ? ' › goes on to the next puzzle.' : ''}`;

// The open cells that placed pieces rule out: those that they exclude, and the rest of full rows, columns and regions.
const hasCrosses = !tellsAll && showsAttacks;
function ruledOut() {
  const isPlaced = cell => values[cell] === PLACED;
  const full = data.bounded.filter(([group, most]) => group.filter(isPlaced).length >= most);
  const out = [...full.flatMap(([group]) => group), ...cells.filter(isPlaced).flatMap(cell => data.attacks[cell])];
  return new Set(out.filter(cell => !values[cell]));
}

// True if the placed pieces alone are a solution.
const isComplete = () => hasSolution(values.map(value => value === PLACED ? PLACED : EXCLUDED));

const wordFor = value => value === PLACED ? 'placed' : tellsAll ? 'excluded' : 'crossed out';
const undecided = cell => decisions.filter(([other]) => other !== cell);

// Decides a cell, or takes its decision back. What leaves no solution is refused with the reason.
function decide(cell, value) {
  if (holes.has(cell)) return;
  if (kept.has(cell)) return say(`${nameOf(cell)} is given and cannot be changed.`);
  const isBack = values[cell] === value || value === 0;
  const next = isBack ? undecided(cell) : [...undecided(cell), [cell, value]];
  if (tellsAll && !isBack && known.total && !hasSolution(valuesOf(next))) {
    const because = reason(decisions, [cell, value]);
    mark(because, 'because');
    const what = value === PLACED ? 'cannot hold a piece' : 'needs its piece';
    return say(`${nameOf(cell)} ${what}: ${because.length ? `because of ${listed(because)}` : 'so say the rules'}.`);
  }
  change(next, `${nameOf(cell)} ${isBack ? 'taken back' : wordFor(value)}.`);
}

// Empty, cross, piece, empty: what a click does in a puzzle.
const cycle = cell => automatic.has(cell)
  ? say(`${nameOf(cell)} is ruled out by the pieces that are placed.`)
  : decide(cell, { 0: EXCLUDED, [EXCLUDED]: PLACED, [PLACED]: 0 }[values[cell]]);
const act = cell => tellsAll ? decide(cell, taps) : cycle(cell);

function complete() {
  if (!known.total) return say('No solution remains.');
  const pieces = new Set(randomSolution(values, known));
  const open = cells.filter(cell => !holes.has(cell) && !values[cell]);
  const settled = value => open.filter(cell => pieces.has(cell) === (value === PLACED)).map(cell => [cell, value]);
  change([...decisions, ...settled(PLACED), ...settled(EXCLUDED)], 'Completed with a random solution.');
}

// --- Puzzles -------------------------------------------------------------------------------------------------------

const clockText = time =>
  `${Math.floor(time / 60000)}:${String(Math.floor(time / 1000) % 60).padStart(2, '0')}`;

// The decisions that cannot be part of the solution.
function mistakes() {
  const wrong = decisions.filter(decision => !hasSolution(valuesOf([decision]))).map(([cell]) => cell);
  return wrong.length || hasSolution(values) ? wrong : reason(decisions, null);
}

function check() {
  const wrong = mistakes();
  mark(wrong, 'because');
  say(wrong.length ? `Not right: ${listed(wrong)}.` : 'Right so far.');
}

// The first press shows where to look, the second says what follows, the third does it.
function hint() {
  if (mistakes().length) return check();
  const isEmpty = cell => states[cell] === 'excluded' || attackersOf(cell).length > 0;
  const openOf = ({ place, exclude }) => [
    ...place.filter(cell => values[cell] !== PLACED).map(cell => [cell, PLACED]),
    ...exclude.filter(cell => !isEmpty(cell)).map(cell => [cell, EXCLUDED]),
  ];
  const step = data.steps.find(step => openOf(step).length);
  if (!step) return say(isComplete() ? 'It is solved.' : 'No more hints.');
  const open = openOf(step), settled = open.map(([cell]) => cell);
  hintStage += 1;
  if (hintStage === 3) return change([...decisions.filter(([cell]) => !settled.includes(cell)), ...open], 'Done.');
  mark(hintStage === 1 ? step.cells : settled, 'hint', step.groups);
  say(sentence(hintStage === 1 ? step.why : step.text));
}

// --- Drawing -------------------------------------------------------------------------------------------------------

const byId = id => document.getElementById(id);
const board = byId('board');
const make = (tag, parent, properties = {}) => Object.assign(parent.appendChild(document.createElement(tag)), properties);
const squares = [];

// Adds a drawing, which screen readers leave out: its elements with their attributes.
function drawing(parent, viewBox, elements) {
  const element = (tag, attributes) => {
    const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
    Object.entries(attributes).forEach(([name, value]) => made.setAttribute(name, value));
    return made;
  };
  const svg = parent.appendChild(element('svg', { viewBox, 'aria-hidden': 'true' }));
  elements.forEach(([tag, attributes, text]) => { svg.appendChild(element(tag, attributes)).textContent = text || ''; });
  return svg;
}

// True for the cell with the letter of its region, the leftmost of the highest row.
const isFirst = cell => regions && regions[cell] !== '.' && !cells.some(other => regions[other] === regions[cell] &&
  (Math.floor(other / columns) - Math.floor(cell / columns) || cell - other) > 0);

function build() {
  const heading = boards.length > 1 ? `${data.heading} (${shown} of ${boards.length})` : data.heading;
  document.title = document.querySelector('h1').textContent = heading;
  board.setAttribute('aria-label', heading);
  document.documentElement.style.setProperty('--columns', columns);
  document.documentElement.style.setProperty('--rows', rows);
  document.body.className = tellsAll ? '' : 'puzzle';
  byId('rules').textContent = sentence(data.rules);
  for (let row = rows - 1; row >= 0; row--) {
    const line = make('div', board, { className: 'row', role: 'row' });
    make('span', line, { className: 'label', textContent: row + 1, ariaHidden: 'true' });
    for (let column = 0; column < columns; column++) {
      const cell = row * columns + column;
      const square = make('div', line, { role: 'gridcell', tabIndex: -1 });
      square.dataset.cell = cell;
      const use = drawing(square, '0 0 64 64', [['use', {}]]).firstChild;
      const number = make('span', square, { className: 'number' });
      if (isFirst(cell)) make('span', square, { className: 'region', textContent: regions[cell], ariaHidden: 'true' });
      squares[cell] = { square, use, number, fixedClass: fixedClass(cell) };
    }
  }
  const names = make('div', board, { className: 'names', ariaHidden: 'true' });
  make('span', names);
  for (let column = 0; column < columns; column++) {
    make('span', names, { className: 'label', textContent: columnName(column) });
  }
}

// The classes of a cell that never change: chequer, region, and the borders of regions.
function fixedClass(cell) {
  const [row, column] = [Math.floor(cell / columns), cell % columns];
  const classes = ['square', 'cell'];
  if ((row + column) % 2 === 0) classes.push('d');
  if (!regions) return classes.join(' ');
  const region = (row, column) => row >= 0 && row < rows && column >= 0 && column < columns
    ? regions[row * columns + column] : '';
  const own = region(row, column);
  if (own !== '.') classes.push(`r${data.colors[own][0]}`);
  if (own !== region(row + 1, column)) classes.push('top');
  if (own !== region(row, column - 1)) classes.push('left');
  if (row === 0) classes.push('bottom');
  if (column === columns - 1) classes.push('right');
  return classes.join(' ');
}

function mark(all, word, around = []) {
  marked = new Map([...around.map(cell => [cell, 'around']), ...all.map(cell => [cell, word])]);
  draw();
}

// Texts below the board keep the most lines that they had, so that the page does not get shorter and the board stays
// where it is.
const write = (id, words) => {
  const element = byId(id);
  element.textContent = words;
  element.style.minHeight = `${element.offsetHeight}px`;
};
const say = words => write('said', words);

// The heat of each possible cell, from 0 to 8.
function heats() {
  const possible = cells.filter(cell => states[cell] === 'possible');
  const shares = new Map(possible.map(cell => [cell, Number(known.counts[cell] * 10000n / known.total) / 100]));
  const [least, most] = [Math.min(...shares.values()), Math.max(...shares.values())];
  const heat = share => most > least ? Math.round(8 * (share - least) / (most - least)) : 8;
  return cell => shares.has(cell) ? [heat(shares.get(cell)), shares.get(cell)] : null;
}

function draw() {
  const heatOf = isHot && known.total ? heats() : () => null;
  board.classList.toggle('hot', isHot);
  board.classList.toggle('hinting', hintStage > 0 && marked.size > 0);
  for (const cell of cells) {
    const { square, use, number, fixedClass } = squares[cell];
    const heat = heatOf(cell), state = states[cell];
    square.className = [fixedClass, state, automatic.has(cell) ? 'auto' : '', conflictsOf(cell).length ? 'conflict' : '', heat ? `h${heat[0]}` : '', marked.get(cell) || '']
      .filter(Boolean).join(' ');
    use.setAttribute('href', `#${state}-${data.drawings}`);
    number.textContent = heat ? `${heat[1] < 10 ? heat[1].toFixed(1) : Math.round(heat[1])}%` : '';
    square.tabIndex = cell === cursor ? 0 : -1;
    if (state === 'hole') square.setAttribute('aria-label', `${nameOf(cell)}, hole`);
  }
  const list = byId('list');
  list.replaceChildren();
  for (const [cell, value] of tellsAll ? decisions : []) {
    const words = `${nameOf(cell)} ${wordFor(value)}`;
    const button = make('button', make('li', list), { type: 'button', textContent: words });
    button.setAttribute('aria-label', `${words}: take it back`);
    button.onclick = () => { decide(cell, 0); squares[cursor].square.focus(); };
  }
  write('count', tellsAll ? countText() : puzzleText());
  tools.forEach(({ button, isOn }) => isOn && button.setAttribute('aria-pressed', isOn()));
  const both = [[tool('Undo'), done], [tool('Redo'), undone]];
  if (boards.length > 1) tool('Next puzzle').classList.toggle('invites', solvedAfter !== null && shown < boards.length);
  both.forEach(([button, list]) => button.setAttribute('aria-disabled', !list.length));
  label();
  show(cursor);
}

function countText() {
  const number = state => cells.filter(cell => states[cell] === state).length;
  const parts = ['possible', 'forced', 'impossible', 'attacked']
    .filter(number).map(state => `${number(state)} ${state}`);
  if (!known.total) {
    const because = reason(decisions, null);
    return `No solution remains${because.length ? `, because of ${listed(because)}` : ''}.`;
  }
  const own = decisions.filter(([, value]) => value === PLACED).length, all = number('completed');
  const rest = all ? ` Complete: ${own} placed by you, ${all} by the program.` : '';
  return `${counted(known.total, 'solution')}${parts.length ? `: ${parts.join(', ')}` : ''}.${rest}`;
}

function puzzleText() {
  const pieces = values.filter(value => value === PLACED).length;
  const crosses = states.filter(state => state === 'excluded').length;
  return `${counted(pieces, 'piece')} placed, ${counted(crosses, 'cell')} crossed out.`;
}

// Names the cells. Reasons take time, so they are found in parts, the cursor's cell first.
let naming = 0;
function label() {
  const own = naming += 1, open = cells.filter(cell => cell !== cursor && !holes.has(cell));
  board.dataset.named = 'no';
  setName(cursor);
  const part = () => {
    if (own !== naming) return;
    const end = performance.now() + 8;
    while (open.length && performance.now() < end) setName(open.shift());
    if (open.length) setTimeout(part); else board.dataset.named = 'yes';
  };
  setTimeout(part);
}
const setName = cell => squares[cell].square.setAttribute('aria-label', describe(cell));

// Shows what is known of a cell below the buttons, and frames the decisions that are its reason.
function show(cell) {
  write('cell', holes.has(cell) ? '' : `${describe(cell)}.`);
  const because = tellsAll && reasons.has(cell) ? reasons.get(cell) : [];
  for (const other of cells) {
    squares[other].square.classList.toggle('because', marked.get(other) === 'because' || because.includes(other));
  }
}

function focus(cell, isPointed = false) {
  if (holes.has(cell)) return;
  squares[cursor].square.tabIndex = -1;
  cursor = cell;
  setName(cell);
  squares[cell].square.tabIndex = 0;
  // What is pointed at is seen already.
  squares[cell].square.focus({ preventScroll: isPointed });
  show(cell);
}

// The next cell that is no hole in a direction; the same cell at the edge.
function step(cell, up, right) {
  for (let row = Math.floor(cell / columns) + up, column = cell % columns + right;
    row >= 0 && row < rows && column >= 0 && column < columns; row += up, column += right) {
    if (!holes.has(row * columns + column)) return row * columns + column;
  }
  return cell;
}
function last(cell, up, right) {
  const next = step(cell, up, right);
  return next === cell ? cell : last(next, up, right);
}

// --- Events --------------------------------------------------------------------------------------------------------

const undo = () => move(done, undone, 'undo');
const redo = () => move(undone, done, 'redo');
function reset() {
  if (!decisions.length) return say('Nothing to take back.');
  const isOver = solvedAfter !== null;
  change([], 'Everything taken back.');
  if (!isOver) return;
  // A solved puzzle begins again, without the steps that led to the solution.
  [done, undone, spent, since, solvedAfter] = [[], [], 0, 0, null];
  update('The puzzle begins again.');
}
function toggleCrosses() {
  isCrossing = !isCrossing;
  storage.write('crosses', isCrossing);
  update(isCrossing ? 'Cells that placed pieces rule out are crossed out.' : '');
}
function openBoard(number) {
  if (number < 1 || number > boards.length) return say('There are no more puzzles.');
  location.hash = number;
}
const heat = () => { isHot = !isHot; draw(); };
const forTaps = value => ({ run: () => { taps = value; draw(); }, isOn: () => taps === value });
// The buttons: label, sign in its place, key, what it does, and whether it is pressed.
const tools = [
  ...(tellsAll ? [
    { label: 'Place', ...forTaps(PLACED) },
    { label: 'Exclude', ...forTaps(EXCLUDED) },
  ] : []),
  { label: 'Undo', key: 'u', run: undo },
  { label: 'Redo', key: 'r', run: redo },
  ...(tellsAll ? [
    { label: 'Complete', key: 'a', run: complete },
    { label: 'Heat map', key: 'm', run: heat, isOn: () => isHot },
  ] : [
    { label: 'Check', key: 'c', run: check },
    { label: 'Hint', key: 'h', run: hint },
  ]),
  ...(hasCrosses ? [{ label: 'Auto crosses', key: 'o', run: toggleCrosses, isOn: () => isCrossing }] : []),
  { label: 'Reset', key: '0', run: reset },
  ...(boards.length > 1 ? [
    { label: 'Previous puzzle', sign: '‹', key: 'p', run: () => openBoard(shown - 1) },
    { label: 'Next puzzle', sign: '›', key: 'n', run: () => openBoard(shown + 1) },
  ] : []),
];
const tool = label => tools.find(tool => tool.label === label).button;

function listen() {
  for (const entry of tools) {
    entry.button = make('button', byId(entry.sign ? 'pages' : 'tools'), { type: 'button', textContent: entry.sign || entry.label });
    if (entry.sign) entry.button.setAttribute('aria-label', entry.label);
    entry.button.onclick = entry.run;
  }
  const keys = [
    ['arrows, Home, End', 'go to a cell'],
    ['Space', tellsAll ? 'place, or take back' : 'a piece, or take it back'],
    ['x', tellsAll ? 'exclude, or take back' : 'a cross, or take it back'],
    ['Enter', tellsAll ? 'as a click' : 'as a click: empty, cross, piece'],
    ['right button', tellsAll ? 'exclude, or take back' : 'a cross, or take it back'],
    ...(tellsAll ? [] : [['drag', 'crosses, or takes them back']]),
    ...(boards.length > 1 ? [['Enter', 'on a solved board: the next puzzle']] : []),
    ...tools.filter(({ key }) => key).map(({ key, label }) => [key, label.toLowerCase()]),
  ];
  for (const [key, words] of keys) {
    make('dt', byId('keys'), { textContent: key });
    make('dd', byId('keys'), { textContent: words });
  }
  document.querySelector('h2').hidden = byId('list').hidden = !tellsAll;
  byId('clock').hidden = tellsAll;
  showTime();
  setInterval(showTime, 250);
  if (spent) startClock();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) stopClock(); else if (spent) startClock();
    keepProgress();
  });
  addEventListener('pagehide', keepProgress);
  addEventListener('hashchange', () => location.reload());
  storage.write(pageKey, shown);

  document.addEventListener('keydown', event => {
    if (event.altKey || event.metaKey || event.ctrlKey && event.key !== 'z' && event.key !== 'y') return;
    const isOnBoard = board.contains(event.target);
    const moves = {
      ArrowUp: () => focus(step(cursor, 1, 0)), ArrowDown: () => focus(step(cursor, -1, 0)),
      ArrowLeft: () => focus(step(cursor, 0, -1)), ArrowRight: () => focus(step(cursor, 0, 1)),
      Home: () => focus(last(cursor, 0, -1)), End: () => focus(last(cursor, 0, 1)),
      PageUp: () => focus(last(cursor, 1, 0)), PageDown: () => focus(last(cursor, -1, 0)),
      ' ': () => decide(cursor, PLACED), x: () => decide(cursor, EXCLUDED),
      Enter: () => solvedAfter !== null && shown < boards.length ? openBoard(shown + 1) : act(cursor),
    };
    const other = tools.find(({ key }) => key === (event.ctrlKey ? { z: 'u', y: 'r' }[event.key] : event.key));
    const run = other ? other.run : isOnBoard && moves[event.key];
    if (!run) return;
    event.preventDefault();
    run();
  });
  const at = event => {
    const found = document.elementFromPoint(event.clientX, event.clientY);
    const square = found && found.closest('.cell:not(.hole)');
    return square ? Number(square.dataset.cell) : null;
  };
  // A drag of a puzzle's marks: the cell where it began, and what it does to each cell once it has left that cell.
  let drag = null, hasDragged = false;
  board.addEventListener('pointerdown', event => {
    hasDragged = false;
    const from = at(event);
    drag = tellsAll || from === null || event.button !== 0 ? null : { from, value: null };
  });
  board.addEventListener('pointermove', event => {
    const cell = event.pointerType === 'mouse' || drag ? at(event) : null;
    if (cell === null) return;
    if (!drag) return tellsAll ? show(cell) : undefined;
    if (drag.value === null && cell === drag.from) return;
    if (drag.value === null) {
      drag.value = values[drag.from] === EXCLUDED ? 0 : EXCLUDED;
      done.push(decisions);
      undone = [];
      startClock();
      hasDragged = true;
      drag.marks = [drag.from];
    }
    if (drag.marks.at(-1) !== cell) drag.marks.push(cell);
    const changed = [...new Set(drag.marks)].filter(cell => values[cell] !== PLACED && !kept.has(cell));
    decisions = decisions.filter(([cell]) => !changed.includes(cell));
    if (drag.value) decisions.push(...changed.map(cell => [cell, EXCLUDED]));
    update('');
  });
  addEventListener('pointerup', () => { drag = null; setTimeout(() => { hasDragged = false; }); });
  addEventListener('pointercancel', () => { drag = null; });
  board.addEventListener('pointerleave', () => show(cursor));
  board.addEventListener('click', event => {
    const square = event.target.closest('.cell:not(.hole)');
    if (!square || hasDragged) return;
    focus(Number(square.dataset.cell), true);
    act(cursor);
  });
  board.addEventListener('contextmenu', event => {
    const square = event.target.closest('.cell:not(.hole)');
    if (!square) return;
    event.preventDefault();
    focus(Number(square.dataset.cell), true);
    decide(cursor, EXCLUDED);
  });
}

// What the squares mean.
function addLegend() {
  const entries = tellsAll ? [
    ['placed', 'placed by you'], ['excluded', 'excluded by you'], ['possible', 'possible'],
    ['forced', 'forced: in every solution'], ['completed', 'the rest of the only solution'],
    ['attacked', 'attacked by a piece'], ['impossible', 'impossible: in no solution'],
  ] : [
    ['placed', 'a piece'], ['excluded', 'a cross: no piece here'],
    ...(hasCrosses ? [
      ['excluded auto', 'a cross by “Auto crosses”'], ['attacked', 'attacked by a piece'],
      ['placed conflict', 'in conflict with another piece'],
    ] : []),
    ['possible hint', 'what the hint is about'], ['possible around', 'its rows, columns and regions'],
  ];
  if ([...kept.values()].includes(PLACED)) entries.splice(1, 0, ['given', 'given']);
  const color = regions ? `r${Object.values(data.colors)[0][0]}` : '';
  for (const [state, words] of entries) {
    const item = make('li', byId('legend'));
    const sample = make('span', item, { className: `square sample ${color} ${state}` });
    drawing(sample, '0 0 64 64', [['use', { href: `#${state.split(' ')[0]}-${data.drawings}` }]]);
    item.append(words);
  }
}

const showTime = () => { byId('clock').textContent = clockText(solvedAfter ?? elapsed()); };

// The number of each board, with a mark once it is solved.
function addPages() {
  if (boards.length === 1) return;
  byId('pages').hidden = false;
  const next = tool('Next puzzle');
  boards.forEach(({ id, heading }, index) => {
    const isSolved = typeof storage.read(id)?.solvedAfter === 'number';
    const button = make('button', byId('pages'), { type: 'button', textContent: `${index + 1}${isSolved ? ' ✓' : ''}` });
    button.setAttribute('aria-label', `${index + 1}, ${heading}${isSolved ? ', solved' : ''}`);
    if (index + 1 === shown) button.setAttribute('aria-current', 'page');
    button.onclick = () => openBoard(index + 1);
    next.before(button);
  });
  tool('Previous puzzle').setAttribute('aria-disabled', shown === 1);
  next.setAttribute('aria-disabled', shown === boards.length);
}

// All puzzles in black and white, which only printers see: thin lines between cells, thick ones between regions.
function addPaper() {
  if (tellsAll) return;
  const [across, down] = boards.length < 3 ? [1, boards.length] : [2, boards.length < 5 ? 2 : 3];
  byId('paper').style.setProperty('--across', across);
  byId('paper').style.setProperty('--down', down);
  boards.forEach((puzzle, index) => {
    const figure = make('figure', byId('paper'));
    const place = boards.length > 1 ? `${index + 1}. ` : '';
    make('figcaption', figure, { textContent: place + puzzle.heading });
    make('p', figure, { textContent: sentence(puzzle.rules) });
    const sheet = drawing(figure, `-40 -4 ${64 * puzzle.columns + 44} ${64 * puzzle.rows + 44}`, paperOf(puzzle));
    sheet.setAttribute('preserveAspectRatio', 'xMinYMin');
  });
}

function paperOf({ rows, columns, holes, regions, kept, drawings }) {
  const lines = { thin: '', thick: '' };
  const partOf = (row, column) => row < 0 || row >= rows || column < 0 || column >= columns ||
    holes.includes(row * columns + column) ? null : regions ? [...regions][row * columns + column] : '';
  const line = (one, other, path) => {
    if (one !== other) lines.thick += path; else if (one !== null) lines.thin += path;
  };
  for (let row = 0; row <= rows; row++) {
    for (let column = 0; column <= columns; column++) {
      const [own, x, y] = [partOf(row, column), 64 * column, 64 * (rows - row)];
      line(own, partOf(row, column - 1), `M${x} ${y}v-64`);
      line(own, partOf(row - 1, column), `M${x} ${y}h64`);
    }
  }
  const names = (count, nameAt, at) => Array.from({ length: count }, (_, index) => ['text', at(index), String(nameAt(index))]);
  const given = kept.filter(([, isPlaced]) => isPlaced).map(([cell]) => ['use', {
    href: `#placed-${drawings}`, x: 64 * (cell % columns), y: 64 * (rows - 1 - Math.floor(cell / columns)), width: 64, height: 64,
  }]);
  return [
    ['path', { class: 'thin', d: lines.thin }], ['path', { class: 'thick', d: lines.thick }], ...given,
    ...names(rows, row => row + 1, row => ({ x: -20, y: 64 * (rows - row) - 24 })),
    ...names(columns, columnName, column => ({ x: 64 * column + 32, y: 64 * rows + 28 })),
  ];
}

build();
listen();
addLegend();
addPages();
addPaper();
update(solvedAfter === null ? '' : solvedText());
