// This file wakes the rule untraced-members.

//! bad parent_and_children: untraced-members
class BranchObject : public Object { public: Handle<BranchObject> parent; Array<Handle<BranchObject>> children; };
//! good
class LeafObject : public Object { public: int size = 0; };
//! bad listener_in_member: untraced-members
class JobObject : public EventEmitterObject { public: Function<void()> done; };
//! good
class JobObject : public EventEmitterObject { public: int state = 0; };
