//! bad parent_and_children: untraced-members; leak: 
class BranchObject : public Object { public: Handle<BranchObject> parent; Array<Handle<BranchObject>> children; };
//! good
class LeafObject : public Object { public: int size = 0; };
//! run bad: auto branch = make<BranchObject>(); branch->parent = branch;
//! run good: auto leaf = make<LeafObject>(); console::log(leaf->size);
//! prints: 0
//! bad listener_in_member: untraced-members; because: LeakSanitizer reports no leak, since the collector's list still refers to the closure; the census shows it
class JobObject : public EventEmitterObject { public: Function<void()> done; };
//! good
class JobObject : public EventEmitterObject { public: int state = 0; };
//! run bad: auto job = make<JobObject>(); job->done = [job] {};
//! run good: auto job = make<JobObject>(); console::log(job->state);
//! prints: 0
//! bad socket_in_member: untraced-members; because: it is a reference cycle only if a listener of the socket refers back to the object
class PeerObject : public Object { public: net::Socket socket; };
//! good
class PeerObject : public Object { public: net::Socket socket; NODECPP_TRACE(socket) };
//! run good: console::log(bool(make<PeerObject>()->socket));
//! prints: false
//! bad through_another: untraced-members; because: LeakSanitizer reports no leak, since the collector's list still refers to the box
class LetterObject;
class BoxObject : public Object { public: Array<Handle<LetterObject>> letters; NODECPP_TRACE(letters) };
class LetterObject : public Object { public: String text; Handle<BoxObject> box; };
//! good
class LetterObject : public Object { public: String text; Map<String, int> words; };
class BoxObject : public Object { public: Array<Handle<LetterObject>> letters; let<int> count = 0; };
//! run bad: auto box = make<BoxObject>(); auto letter = make<LetterObject>(); letter->box = box; box->letters.push(letter);
//! run good: auto box = make<BoxObject>(); box->letters.push(make<LetterObject>()); console::log(box->letters.length());
//! prints: 1
