// EventTarget: listeners, their options, what an event says of itself, and changes while listeners are called.
const events = require('events');
const target = new EventTarget();
const hello = event => console.log('hello', event.type, event.target === target, event.eventPhase);
target.addEventListener('greet', hello);
target.addEventListener('greet', hello);
target.addEventListener('greet', hello, true);
target.addEventListener('greet', () => console.log('no argument'), {once: true});
console.log(target.dispatchEvent(new Event('greet')), target.dispatchEvent(new Event('other')));
target.dispatchEvent(new Event('greet'));
target.removeEventListener('greet', hello);
target.dispatchEvent(new Event('greet'));
target.removeEventListener('greet', hello, {capture: true});
console.log(events.listenerCount(target, 'greet'), events.getEventListeners(target, 'greet').length);

const event = new Event('state', {cancelable: true, bubbles: true});
console.log(event.type, event.bubbles, event.cancelable, event.composed, event.isTrusted, event.defaultPrevented);
console.log(event.target, event.currentTarget, event.composedPath().length, event.eventPhase, event.returnValue);
target.addEventListener('state', event => {
  console.log(event.currentTarget === target, event.composedPath()[0] === target, event.eventPhase === Event.AT_TARGET);
  event.preventDefault();
}, {passive: true});
target.addEventListener('state', event => console.log('second', event.eventPhase, event.currentTarget === null));
console.log(target.dispatchEvent(event), event.defaultPrevented, event.target === target, event.srcElement === target, event.currentTarget);
target.addEventListener('state', event => event.preventDefault());
console.log(target.dispatchEvent(event), event.defaultPrevented, event.returnValue);
const fixed = new Event('state');
console.log(target.dispatchEvent(fixed), fixed.defaultPrevented);

const stops = new EventTarget();
stops.addEventListener('x', event => { console.log('first'); event.stopPropagation(); });
stops.addEventListener('x', event => { console.log('second', event.cancelBubble); event.stopImmediatePropagation(); });
stops.addEventListener('x', () => console.log('third'));
stops.dispatchEvent(new Event('x'));

const changing = new EventTarget();
const gone = () => console.log('never');
const kept = () => console.log('kept');
changing.addEventListener('x', () => {
  console.log('changes');
  changing.removeEventListener('x', gone);
  changing.addEventListener('x', kept);
});
changing.addEventListener('x', gone);
changing.addEventListener('x', () => console.log('between'));
changing.dispatchEvent(new Event('x'));
changing.dispatchEvent(new Event('x'));
const last = new EventTarget();
last.addEventListener('x', () => last.addEventListener('x', () => console.log('too late')), {once: true});
last.dispatchEvent(new Event('x'));
last.dispatchEvent(new Event('x'));

target.addEventListener('tick', event => console.log(event.detail, event.detail + 1));
target.dispatchEvent(new CustomEvent('tick', {detail: 5}));
target.addEventListener('named', event => console.log(event.detail));
target.dispatchEvent(new CustomEvent('named', {detail: 'text'}));
target.addEventListener('message', event => console.log(event.data, event.origin, event.lastEventId, event.data.length));
target.dispatchEvent(new MessageEvent('message', {data: 'a text', origin: 'http://a', lastEventId: '7'}));
target.addEventListener('close', event => console.log(event.code, event.reason, event.wasClean));
target.dispatchEvent(new CloseEvent('close', {code: 1001, reason: 'away', wasClean: true}));
target.addEventListener('failed', event => console.log(event.message, event.lineno, event.error.message));
if (typeof ErrorEvent === 'undefined') console.log('failed', 3, 'why'); // Node has the class, but not its name
target.addEventListener('handled', {handleEvent(event) { console.log('handleEvent', event.type); }});
target.dispatchEvent(new Event('handled'));

const again = new Event('again');
target.addEventListener('again', event => {
  try {
    target.dispatchEvent(event);
  } catch (error) {
    console.log(error.code, error.message);
  }
});
target.dispatchEvent(again);
const renamed = new Event('old');
renamed.initEvent('new', true, true);
console.log(renamed.type, renamed.bubbles, renamed.cancelable);
console.log(events.getMaxListeners(target));
events.setMaxListeners(3, target);
console.log(events.getMaxListeners(target), target);
class Chat extends EventTarget {
  say(text) { this.dispatchEvent(new CustomEvent('said', {detail: text})); }
}
const chat = new Chat();
chat.addEventListener('said', event => console.log(event.target === chat, event.detail));
chat.say('own class');
console.log(chat);
