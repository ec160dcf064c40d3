/** The end of a won game: the cards bounce off the table. */

import { render } from "preact";

import type { CardCode } from "../contract";
import { Face } from "../face";
import type { Arrangement } from "../place";
import type { Words } from "../words";

const APART = 70; // ms between two cards
const STEP = 1 / 30; // s
const GRAVITY = 2600; // px/s²
const SPRING = 0.72; // speed kept at each bounce
const LONGEST = 4; // s

/** Let the cards jump from the discard out of the board; returns how to stop at once. */
export function bounce(board: HTMLElement, cards: CardCode[], words: Words, arrangement: Arrangement): () => void {
  const { discard, cardWidth, width, height } = arrangement;
  const stage = document.createElement("div");
  stage.className = "stage";
  board.append(stage);
  render(
    cards.map((card) => (
      <div key={card} class={`card ${card[1]} free`}>
        <Face card={card} letter={words.letter(card)} corner="tl" />
      </div>
    )),
    stage,
  );
  const floor = height - cardWidth * 1.4;
  const flights = [...stage.children].map((card, i) => {
    const steps = path(discard.x, discard.y, floor, width, cardWidth);
    return card.animate(steps, { duration: steps.length * STEP * 1000, delay: i * APART }).finished;
  });
  const stop = () => {
    render(null, stage);
    stage.remove();
  };
  Promise.all(flights).then(stop, stop);
  return stop;
}

function path(x: number, y: number, floor: number, width: number, cardWidth: number): Keyframe[] {
  const inwards = x < width / 2 ? 1 : -1;
  const speed = (Math.random() < 0.8 ? inwards : -inwards) * width * (0.15 + 0.3 * Math.random());
  let fall = -700 * Math.random();
  const steps: Keyframe[] = [];
  for (let t = 0; t < LONGEST && x > -cardWidth && x < width; t += STEP) {
    steps.push({ translate: `${x}px ${y}px`, opacity: 1 });
    x += speed * STEP;
    fall += GRAVITY * STEP;
    y += fall * STEP;
    if (y > floor) {
      y = floor;
      fall = -fall * SPRING;
    }
  }
  return [...steps, { translate: `${x}px ${y}px`, opacity: 0 }];
}
